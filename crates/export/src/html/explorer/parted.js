// Adds handles to each distribution of the report.
document.querySelectorAll("figure svg[data-parts]").forEach((svg, i) => {
  const box = parting(svg, `picture ${i}`, (share) => percent(share, share > 1 - 1e-12));
  if (!box) return;
  ["desk", "phone"].filter((name) => svg.classList.contains(name)).forEach((name) => box.classList.add(name));
  // The handles come below all pictures of the figure, only one of which is visible.
  const note = svg.parentElement.querySelector("small");
  if (note) note.before(box); else svg.parentElement.append(box);
});
