import { INK } from './draw.ts'
import { inBasin } from './frame.ts'

/** A container in which food is sold. Foods are drawn in the same opening as in the basin. */
interface Container {
  /** The inside, drawn behind the food. */
  inside: string
  /** The front, drawn over the food. */
  front: string
}

const BODY = 'M22 141A98 29 0 0 0 218 141'
const BACK = 'M22 141A98 29 0 0 1 218 141'
const rim = (colour: string, light: string, path: string) =>
  `<path fill="none" stroke-width="17" d="${path}"/><path fill="none" stroke="${colour}" stroke-width="9" d="${path}"/>${
    path === BODY ? `<path fill="none" stroke="${light}" stroke-width="3" d="M36 156Q62 167 96 169"/>` : ''
  }`

const CONTAINERS: Record<string, Container> = {
  // Jute, with the stripe of the mill.
  bag: {
    inside: `<ellipse fill="#9c7a45" stroke="none" cx="120" cy="141" rx="98" ry="29"/>${rim('#d9b77a', '', BACK)}`,
    front: `<path fill="#d2ac6a" d="${BODY}C244 168 240 212 204 225Q120 236 36 225C0 212-4 168 22 141Z"/><path fill="#b48c4a" stroke="none" d="M217 153C236 178 232 208 201 222Q174 228 150 229C186 212 196 188 198 163Z"/><path fill="none" stroke="#22407f" stroke-width="8" d="M10 186Q120 208 230 186M13 199Q120 221 227 199"/><path fill="none" stroke="#a37d3f" stroke-width="3" d="M34 168l6 9M62 176l3 8M206 168l-6 9M120 180v6M178 176l-3 8"/>${rim('#e6c88e', '#fff0cf', BODY)}`,
  },
  // Raffia.
  basket: {
    inside: `<ellipse fill="#8a5a2b" stroke="none" cx="120" cy="141" rx="98" ry="29"/>${rim('#c98b4a', '', BACK)}`,
    front: `<path fill="#c98b4a" d="${BODY}L186 220Q120 232 54 220L22 141Z"/><path fill="#a1682f" stroke="none" d="M214 155L184 218Q164 223 142 224C170 208 184 188 190 164Z"/><path fill="none" stroke="#7a4a1d" stroke-width="4" d="M40 176Q120 200 200 176M48 198Q120 219 192 198M58 166l14 56M90 171l7 55M120 172v56M150 171l-7 55M182 166l-14 56"/>${rim('#e0a866', '#ffdca8', BODY)}`,
  },
  // A plastic paint bucket with its handle.
  paint: {
    inside: `<path fill="none" stroke-width="9" d="M26 150C-6 220 246 220 214 150"/><ellipse fill="#b8bfc6" stroke="none" cx="120" cy="141" rx="98" ry="29"/>${rim('#f1f3f0', '', BACK)}`,
    front: `<path fill="#f7f8f4" d="${BODY}L196 218Q120 232 44 218L22 141Z"/><path fill="#cdd4da" stroke="none" d="M214 155L194 216Q168 223 146 224C176 208 188 188 193 163Z"/><path fill="#f2a11b" stroke="none" d="M37 176Q120 200 203 176L199 200Q120 221 41 200Z"/>${rim('#ffffff', '#c2cad2', BODY)}`,
  },
  // The steel bowl for measuring grain.
  mudu: {
    inside: `<ellipse fill="#6f7d8c" stroke="none" cx="120" cy="141" rx="98" ry="29"/>${rim('#aeb9c4', '', BACK)}`,
    front: `<path fill="#aeb9c4" d="${BODY}C216 176 196 204 168 219Q120 227 72 219C44 204 24 176 22 141Z"/><path fill="#7f8d9b" stroke="none" d="M215 153C209 184 191 205 168 216Q150 221 132 221C166 208 186 190 192 163Z"/><path fill="none" stroke="#dbe3ea" stroke-width="5" d="M44 178Q56 200 80 212"/><path fill="none" stroke="#7f8d9b" stroke-width="4" d="M50 196Q120 214 190 196"/>${rim('#c8d1da', '#f4f7fa', BODY)}`,
  },
}

/** A food in a container. */
export function inContainer(container: string, food: string): string {
  const { inside, front } = CONTAINERS[container] ?? { inside: '', front: '' }
  if (front === '') return inBasin(food)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><g stroke="${INK}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"><path fill="${INK}" fill-opacity=".14" stroke="none" d="M52 223c22-9 134-9 156-1 12 6-28 12-78 12s-94-5-78-11Z"/>${inside}${food}${front}</g></svg>`
}

/** The foods that are drawn in each container. */
const SOLD_IN: Record<string, string> = {
  bag: 'rice ofada-rice beans garri maize millet guinea-corn groundnuts egusi onions irish-potato sweet-potato cabbage carrots orange pepper tatashe',
  basket:
    'tomatoes pepper tatashe onions okra garden-egg cucumber carrots sweet-potato irish-potato ugu ewedu orange mango pawpaw pineapple banana plantain snails crayfish',
  paint:
    'rice ofada-rice beans garri millet guinea-corn groundnuts egusi tomatoes pepper tatashe onions okra crayfish snails',
  mudu: 'rice ofada-rice beans garri millet guinea-corn groundnuts egusi maize crayfish',
}

/** File names such as "rice-bag", with the food and the container. */
export function containerPictures(): { name: string; food: string; container: string }[] {
  return Object.entries(SOLD_IN).flatMap(([container, foods]) =>
    foods.split(' ').map((food) => ({ name: `${food}-${container}`, food, container })),
  )
}

/** The same as TypeScript source, for the screens that pick a picture. */
export function containerPictureSource(): string {
  const lines = Object.entries(SOLD_IN).map(([container, foods]) => `  ${container}: '${foods}',\n`)
  return `// Written by scripts/artwork/draw-basins.ts: which foods are drawn in which measure.\n// biome-ignore format: one measure a line.\nexport const SOLD_IN: Readonly<Record<string, string>> = {\n${lines.join('')}}\n`
}
