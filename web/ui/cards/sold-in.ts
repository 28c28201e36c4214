// Written by scripts/artwork/draw-basins.ts: which foods are drawn in which measure.
// biome-ignore format: one measure a line.
export const SOLD_IN: Readonly<Record<string, string>> = {
  bag: 'rice ofada-rice beans garri maize millet guinea-corn groundnuts egusi onions irish-potato sweet-potato cabbage carrots orange pepper tatashe',
  basket: 'tomatoes pepper tatashe onions okra garden-egg cucumber carrots sweet-potato irish-potato ugu ewedu orange mango pawpaw pineapple banana plantain snails crayfish',
  paint: 'rice ofada-rice beans garri millet guinea-corn groundnuts egusi tomatoes pepper tatashe onions okra crayfish snails',
  mudu: 'rice ofada-rice beans garri millet guinea-corn groundnuts egusi maize crayfish',
}
