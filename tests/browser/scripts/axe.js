async (rules) => {
  const WCAG = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
  const runOnly = rules.length ? { type: "rule", values: rules } : WCAG;
  const found = await axe.run({ runOnly, resultTypes: ["violations"] });
  return found.violations
    .filter((one) => ["serious", "critical"].includes(one.impact))
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} (${node.any.concat(node.all, node.none).map((why) => why.message)[0] ?? ""})`));
}
