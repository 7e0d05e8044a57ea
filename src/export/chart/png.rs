//! A small PNG: indexed colours, at the size it has on paper.

use png::{BitDepth, ColorType, Compression, Encoder, Filter, PixelDimensions, Unit};
use rustc_hash::FxHashMap;

use super::error::ChartError;

/// Colours that an indexed PNG has room for.
const COLOURS: usize = 256;

type Rgb = [u8; 3];

/// Encodes pixels row by row. A chart has a dozen inks and, along their edges, shades between them:
/// the commonest 256 colours are kept, each other one becomes its nearest.
pub(super) fn encode(pixels: &[Rgb], width: u32, height: u32, dots_per_metre: u32) -> Result<Vec<u8>, ChartError> {
    let (palette, index) = palette(pixels);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_pixel_dims(Some(PixelDimensions { xppu: dots_per_metre, yppu: dots_per_metre, unit: Unit::Meter }));
    encoder.set_compression(Compression::Balanced);
    // Filters predict shades, not indices.
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(ChartError::picture)?;
    let mut last = ([0; 3], index[&pixels[0]]);
    last.0 = pixels[0];
    let look_up = |pixel: &Rgb| {
        if *pixel != last.0 {
            last = (*pixel, index[pixel]);
        }
        last.1
    };
    let data: Vec<u8> = pixels.iter().map(look_up).collect();
    writer.write_image_data(&data).map_err(ChartError::picture)?;
    writer.finish().map_err(ChartError::picture)?;
    Ok(bytes)
}

/// The colours kept, commonest first, and the index of every colour seen.
fn palette(pixels: &[Rgb]) -> (Vec<Rgb>, FxHashMap<Rgb, u8>) {
    let mut counts: FxHashMap<Rgb, u32> = FxHashMap::default();
    for run in pixels.chunk_by(|a, b| a == b) {
        *counts.entry(run[0]).or_default() += run.len() as u32;
    }
    let mut colours: Vec<(Rgb, u32)> = counts.into_iter().collect();
    colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    let kept: Vec<Rgb> = colours.iter().take(COLOURS).map(|&(colour, _)| colour).collect();
    let index = colours.iter().enumerate().map(|(i, &(colour, _))| {
        let place = if i < COLOURS { i } else { nearest(&kept, colour) };
        (colour, place as u8)
    });
    let index = index.collect();
    (kept, index)
}

fn nearest(kept: &[Rgb], colour: Rgb) -> usize {
    let gap = |other: &Rgb| (0..3).map(|i| (i32::from(other[i]) - i32::from(colour[i])).pow(2)).sum::<i32>();
    (0..kept.len()).min_by_key(|&i| gap(&kept[i])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_of_many_colours_keeps_its_size_and_its_commonest() {
        let mut pixels: Vec<Rgb> = (0..900u32).map(|i| [(i % 256) as u8, (i / 256) as u8, 7]).collect();
        pixels.extend([[255, 255, 255]; 100]);
        let bytes = encode(&pixels, 100, 10, 11_811).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        let info = reader.info();
        assert_eq!((info.width, info.height, info.pixel_dims.unwrap().xppu), (100, 10, 11_811));
        let white = info.palette.as_ref().unwrap().chunks(3).position(|colour| colour == [255, 255, 255]).unwrap();
        let mut data = vec![0; 1000];
        reader.next_frame(&mut data).unwrap();
        assert!(data[900..].iter().all(|&index| usize::from(index) == white));
    }
}
