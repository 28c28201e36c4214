import { INK } from './draw.ts'

/** The basin: white enamel, adire rim, food between its back and its front. */
export function inBasin(food: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><g stroke="${INK}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"><path fill="${INK}" fill-opacity=".14" stroke="none" d="M60 219c22-9 122-9 146-1 12 6-28 12-74 12s-84-5-72-11Z"/><ellipse fill="#b9c6dc" stroke="none" cx="120" cy="141" rx="98" ry="29"/><path fill="none" stroke-width="15" d="${BACK}"/><path fill="none" stroke="#2f55a8" stroke-width="7" d="${BACK}"/>${food}<path fill="#fffdf7" d="M22 141A98 29 0 0 0 218 141C213 180 194 206 170 219Q120 227 70 219C46 206 27 180 22 141Z"/><path fill="#d3dbe8" stroke="none" d="M215 153C209 184 191 205 168 216Q150 221 132 221C166 208 186 190 192 163Z"/><path fill="none" stroke="#2f55a8" stroke-width="4" d="M56 203Q120 219 184 203"/><path fill="#2f55a8" stroke="none" d="M120 182l6 6-6 7-6-7ZM99 180l5 5-5 5-5-5ZM141 180l5 5-5 5-5-5Z"/><path fill="none" stroke-width="15" d="${FRONT}"/><path fill="none" stroke="#2f55a8" stroke-width="7" d="${FRONT}"/><path fill="none" stroke="#9db6ea" stroke-width="3" d="M36 156Q62 167 96 169"/></g></svg>`
}

const BACK = 'M22 141A98 29 0 0 1 218 141'
const FRONT = 'M22 141A98 29 0 0 0 218 141'
