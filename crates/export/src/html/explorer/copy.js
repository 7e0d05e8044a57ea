// Copies what a reader wants to keep: a link to the same comparison, the picture, or the table.

const copyStatus = el("span", { className: "copy-status", role: "status" });
let fading = 0;
const tell = (text) => { copyStatus.textContent = text; clearTimeout(fading); fading = setTimeout(() => { copyStatus.textContent = ""; }, 4000); };
const copyText = async (text, done) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Where a page may not write to the clipboard, the browser's own command may work.
    const area = el("textarea", { value: text, readOnly: true, className: "off" });
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (!isCopied) { tell("The browser does not allow it"); return; }
  }
  tell(done);
};
// Returns the picture as a file of its own, with its colours, its typeface and its sentence.
const asSvg = () => {
  const original = frame.querySelector("svg"), copy = original.cloneNode(true), nodes = copy.querySelectorAll("*");
  original.querySelectorAll("*").forEach((node, i) => {
    const style = getComputedStyle(node);
    for (const name of ["fill", "stroke", "stroke-width", "font-size", "font-weight"]) nodes[i].style[name] = style[name];
  });
  const [width, height] = ["width", "height"].map((name) => Number(original.getAttribute(name))), edge = 20, line = 24;
  const lines = [], words = status.textContent.split(" ");
  for (const next of words) {
    const last = lines.length - 1;
    if (last >= 0 && wide(`${lines[last]} ${next}`, 17) <= width) lines[last] += ` ${next}`; else lines.push(next);
  }
  const composed = mark("svg", { xmlns: NS, width: width + 2 * edge, height: height + 3 * edge + lines.length * line });
  const style = getComputedStyle(document.body), paper = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  const faces = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => rule.cssText).join("");
  composed.append(mark("style", {}, `${faces}text{font-family:"IBM Plex Sans",system-ui,sans-serif}`), mark("rect", { width: "100%", height: "100%", fill: paper || "#fff" }));
  lines.forEach((text, i) => composed.append(mark("text", { x: edge, y: edge + 17 + i * line, fill: style.color, "font-size": 17, "font-weight": 600 }, text)));
  copy.setAttribute("x", edge);
  copy.setAttribute("y", edge * 2 + lines.length * line);
  composed.append(copy);
  return composed;
};
const asPng = async () => {
  const svg = asSvg(), scale = 2, [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = el("canvas", { width: width * scale, height: height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, width * scale, height * scale);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
};
const copyPicture = async () => {
  const blob = await asPng();
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    tell("Picture copied");
  } catch {
    // If the browser cannot copy pictures, the picture is saved as a file.
    const link = el("a", { href: URL.createObjectURL(blob), download: "comparison.png" });
    document.body.append(link);
    link.click();
    link.remove();
    tell("Picture saved as comparison.png");
  }
};
const button = (name, className, act) => {
  const node = el("button", { type: "button", className }, name);
  node.addEventListener("click", () => { if (shown) act(); });
  return node;
};
const buttons = el("div", { className: "buttons" },
  button("Copy link to this comparison", "first", () => copyText(location.href, "Link copied")),
  button("Copy as picture", "", () => copyPicture().catch(() => tell("The browser does not allow it"))),
  button("Copy table", "", () => copyText(asText(), "Table copied")), copyStatus);
