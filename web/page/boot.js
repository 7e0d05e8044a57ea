// Hides the example on the first screen if the visitor comes for something else, and everything
// until the typefaces are there, so that nothing jumps.
const { body, fonts } = document;
const isEmbedded = new URLSearchParams(location.search).has("embed");
try { if (location.hash.length > 1 || (!isEmbedded && localStorage.getItem("oddsmith.last"))) body.className = "loading"; } catch { /* Nothing was stored. */ }
body.classList.toggle("embed", isEmbedded);
body.style.visibility = "hidden";
Promise.all(["14px", "600 14px"].map((size) => fonts.load(`${size} "IBM Plex Sans"`)).concat(fonts.load('14px "IBM Plex Mono"'))).finally(() => { body.style.visibility = ""; });
