//! Writes small PNGs: indexed colours, with the size on paper.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit, chunk};
use rustc_hash::FxHashMap;

use super::error::ChartError;

/// The maximal number of colours of an indexed PNG.
const MAX_COLOURS: usize = 256;

type Rgb = [u8; 3];

/// A pixel: red, green, blue and opacity.
type Rgba = [u8; 4];

/// The filters of a PNG row. Unfiltered rows hold the indices themselves, because filters work for
/// shades, not for indices. Other rows hold the differences to the row above, which are zero for
/// equal rows.
const UNFILTERED: u8 = 0;
const AS_ABOVE: u8 = 2;

/// Encodes opaque pixels row by row. A chart has a dozen inks, and shades between them along edges.
/// The 256 most common colours are kept; each other colour is replaced by the nearest of these.
pub(super) fn encode(
    pixels: &[Rgba],
    width: u32,
    height: u32,
    dots_per_metre: u32,
) -> Result<Vec<u8>, ChartError> {
    // Most rows of a chart are equal to the row above.
    let rows: Vec<&[Rgba]> = pixels.chunks(width as usize).collect();
    let bands: Vec<&[&[Rgba]]> = rows.chunk_by(|a, b| a == b).collect();
    let (palette, index) = palette(&bands);
    let mut data = Vec::with_capacity(pixels.len() + rows.len());
    let mut last = (bands[0][0][0], index[&bands[0][0][0]]);
    for band in bands {
        let start = data.len();
        data.push(UNFILTERED);
        data.extend(band[0].iter().map(|pixel| {
            if *pixel != last.0 {
                last = (*pixel, index[pixel]);
            }
            last.1
        }));
        let row = data.len() - start;
        for _ in 1..band.len() {
            data.push(AS_ABOVE);
            data.resize(data.len() + row - 1, 0);
        }
    }

    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: dots_per_metre,
        yppu: dots_per_metre,
        unit: Unit::Meter,
    }));
    let mut writer = encoder.write_header().map_err(ChartError::picture_error)?;
    // All rows are compressed at once, because the compressor clears 32 KB on every call.
    let mut deflated = ZlibEncoder::new(Vec::new(), Compression::default());
    deflated
        .write_all(&data)
        .map_err(ChartError::picture_error)?;
    let deflated = deflated.finish().map_err(ChartError::picture_error)?;
    writer
        .write_chunk(chunk::IDAT, &deflated)
        .map_err(ChartError::picture_error)?;
    writer.finish().map_err(ChartError::picture_error)?;
    Ok(bytes)
}

/// Returns the kept colours, most common first, and the index of every colour. A band is a group of
/// equal rows.
fn palette(bands: &[&[&[Rgba]]]) -> (Vec<Rgb>, FxHashMap<Rgba, u8>) {
    let mut counts: FxHashMap<Rgba, usize> = FxHashMap::default();
    for band in bands {
        for run in band[0].chunk_by(|a, b| a == b) {
            *counts.entry(run[0]).or_default() += run.len() * band.len();
        }
    }
    let rgb = |[red, green, blue, _]: Rgba| [red, green, blue];
    let mut colours: Vec<(Rgba, usize)> = counts.into_iter().collect();
    colours.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
    let kept: Vec<Rgb> = colours
        .iter()
        .take(MAX_COLOURS)
        .map(|&(colour, _)| rgb(colour))
        .collect();
    let index = colours.iter().enumerate().map(|(i, &(colour, _))| {
        let index = if i < MAX_COLOURS {
            i
        } else {
            nearest_index(&kept, rgb(colour))
        };
        (colour, index as u8)
    });
    let index = index.collect();
    (kept, index)
}

fn nearest_index(kept: &[Rgb], colour: Rgb) -> usize {
    let gap = |other: &Rgb| {
        (0..3)
            .map(|i| (i32::from(other[i]) - i32::from(colour[i])).pow(2))
            .sum::<i32>()
    };
    (0..kept.len()).min_by_key(|&i| gap(&kept[i])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8]) -> (u32, u32, Vec<Rgb>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let (width, height) = (reader.info().width, reader.info().height);
        let palette = reader.info().palette.clone().unwrap();
        let mut data = vec![0; (width * height) as usize];
        reader.next_frame(&mut data).unwrap();
        let colour = |&index: &u8| palette.as_chunks().0[usize::from(index)];
        (width, height, data.iter().map(colour).collect())
    }

    #[test]
    fn decoded_pixels_equal_encoded_pixels() {
        for (width, height, rows) in [
            (1, 1, 1),
            (1, 9, 2),
            (7, 1, 1),
            (40, 30, 1),
            (40, 30, 7),
            (40, 30, 30),
            (300, 3, 2),
        ] {
            let pixel = |index: u32| {
                [
                    (index / width / rows % 20) as u8,
                    (index % width % 11) as u8,
                    3,
                    255,
                ]
            };
            let pixels: Vec<Rgba> = (0..width * height).map(pixel).collect();
            let shown: Vec<Rgb> = pixels
                .iter()
                .map(|&[red, green, blue, _]| [red, green, blue])
                .collect();
            let decoded = decode(&encode(&pixels, width, height, 11_811).unwrap());
            assert!(
                decoded == (width, height, shown),
                "{width} by {height}, {rows} rows alike"
            );
        }
    }

    #[test]
    fn images_with_many_colours_keep_the_commonest() {
        let mut pixels: Vec<Rgba> = (0..900u32)
            .map(|i| [(i % 256) as u8, (i / 256) as u8, 7, 255])
            .collect();
        pixels.extend([[255; 4]; 300]);
        let bytes = encode(&pixels, 100, 12, 11_811).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        let info = reader.info();
        assert_eq!(
            (info.width, info.height, info.pixel_dims.unwrap().xppu),
            (100, 12, 11_811)
        );
        let white = info
            .palette
            .as_ref()
            .unwrap()
            .chunks(3)
            .position(|colour| colour == [255, 255, 255])
            .unwrap();
        let mut data = vec![0; 1200];
        reader.next_frame(&mut data).unwrap();
        assert!(data[900..].iter().all(|&index| usize::from(index) == white));
        assert!(!data[..900].iter().any(|&index| usize::from(index) == white));
    }
}
