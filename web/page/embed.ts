// The page inside another page: `oddsmith.html?embed#roll=4d6kh3`. It shows the box for dice or one
// chart, reports its height to the page around it, and links to the whole page.

import { by, h } from "./dom";
import type { Answer, Chart } from "./types";

const query = new URLSearchParams(location.search);
export const isEmbedded = query.has("embed");

/** Returns the address of the whole page with the same content. */
const wholePage = () => location.href.replace(/\?[^#]*/, "");

/** Updates the link to the whole page. */
export function linkBack(): void {
  if (isEmbedded) by<HTMLAnchorElement>("whole-page").href = wholePage();
}

/** Reports the height of the page to the page around it. */
export function reportHeight(): void {
  if (isEmbedded) parent.postMessage({ oddsmith: { height: Math.ceil(document.body.getBoundingClientRect().height) } }, "*");
}

/** Adds the link to the whole page, and reports the height of the page whenever it changes. */
export function wireEmbed(): void {
  if (!isEmbedded) return;
  by("answer-body").append(h("p", { class: "credit" }, h("a", { id: "whole-page", target: "_blank", rel: "noopener" }, "Change it in oddsmith")));
  linkBack();
  addEventListener("hashchange", linkBack);
  // Browsers observe nothing in a frame that is out of sight: the answer reports it as well.
  new ResizeObserver(reportHeight).observe(document.body);
}

/** Returns the one chart to show: the main one, or the one that the address names, as `&chart=FILE`. */
export function embedded(answer: Answer, main: Chart | undefined): Chart | string {
  const name = query.get("chart");
  if (name === null) return main ?? "This has no chart.";
  const files = answer.charts.map(({ file }) => file), chart = answer.charts.find(({ file }) => file === name);
  if (chart) return chart;
  // The answer for one setting lacks the charts that compare settings.
  return answer.isPart ? "Working…" : `There is no chart ${name}. The charts are: ${files.join(", ")}.`;
}

/** Returns the HTML that shows an address of this page in another page. */
export function embedCode(hash: string, title: string): string {
  const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${quoted(`${wholePage().split("#")[0]}?embed${hash}`)}" title="${quoted(title)}" style="width: 100%; height: 480px; border: 0"></iframe>
<script>
addEventListener("message", ({ data, source }) => {
  if (!data?.oddsmith) return;
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.style.height = data.oddsmith.height + "px";
  }
});
</script>`;
}
