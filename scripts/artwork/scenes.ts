import { basins } from './foods.ts'
import { inBasin } from './frame.ts'

/**
 * The four scenes of the home page and the empty stall of the error page, 640 x 480. Flat backgrounds, which suit the
 * dark theme too.
 */
export const scenes: Record<string, string> = {
  stall: scene('#f7cf7d', [
    '<circle cx="500" cy="150" r="74" fill="#f2901b" stroke="none"/>',
    ground('#d9a85a'),
    stall(true),
    basin('tomatoes', 132, 196, 128),
    basin('onions', 256, 196, 128),
    basin('pepper', 380, 196, 128),
    sack(46, 318, 1, 'GARRI'),
    sack(498, 306, 1.1, 'RICE'),
  ]),
  'falling-price': scene('#cfe3c4', [
    ground('#a9c795'),
    tag({ x: 118, y: 92, stick: 170, price: '₦68,000' }),
    tag({ x: 322, y: 142, stick: 120, price: '₦58,000' }),
    tag({ x: 526, y: 192, stick: 80, price: '₦54,500' }),
    basin('ofada-rice', 12, 212, 212),
    basin('rice', 214, 212, 212),
    basin('beans', 418, 212, 212),
    '<path fill="none" stroke="#b42b1b" stroke-width="9" d="M200 84q40 2 62 18M404 134q40 2 62 18"/><path fill="#b42b1b" stroke="none" d="M244 116l28-4-12-26ZM448 166l28-4-12-26Z"/>',
  ]),
  'sharing-day': scene('#c2d5f2', [
    '<circle cx="96" cy="96" r="52" fill="#f9d98a" stroke="none"/>',
    ground('#8fa9cf'),
    lorry(),
  ]),
  basins: scene('#f6c3a8', [
    ground('#dc9473'),
    '<path fill="#8a5a35" d="M24 330H616V372H24Z"/><path fill="#6b4426" d="M56 372H92V470H56ZM548 372H584V470H548Z"/><path fill="#22407f" d="M120 330H320V430H120Z"/><path fill="none" stroke="#9db6ea" stroke-width="4" d="M120 352H320M120 408H320M152 380h.1M186 380h.1M220 380h.1M254 380h.1M288 380h.1"/><g fill="none" stroke="#9db6ea" stroke-width="4"><circle cx="169" cy="380" r="14"/><circle cx="220" cy="380" r="14"/><circle cx="271" cy="380" r="14"/></g>',
    basin('palm-oil', 40, 136, 196),
    basin('prawns', 226, 136, 196),
    basin('plantain', 410, 136, 196),
  ]),
  'empty-stall': scene('#efdfbd', [ground('#d8bd86'), stall(false), basin('empty', 256, 206, 128)]),
}

function scene(sky: string, parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" preserveAspectRatio="xMidYMid slice"><path fill="${sky}" d="M0 0H640V480H0Z"/><g stroke="#1d1a16" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">${parts.join('')}</g></svg>`
}

/** A basin at a position. Its inner ids get a unique prefix, because a scene contains several basins. */
export function basin(name: string, x: number, y: number, size: number): string {
  const drawing = inBasin(basins[name] ?? '')
    .replaceAll('id="', `id="${name}-`)
    .replaceAll('href="#', `href="#${name}-`)
  return drawing.replace(
    '<svg xmlns="http://www.w3.org/2000/svg"',
    `<svg x="${x}" y="${y}" width="${size}" height="${size}"`,
  )
}

export function ground(colour: string): string {
  return `<path fill="${colour}" stroke="none" d="M0 404Q320 372 640 404V480H0Z"/>`
}

/** Table, posts and the striped roof. */
export function stall(board: boolean): string {
  const stripes = [0, 1, 2, 3, 4, 5, 6, 7]
    .map(
      (index) =>
        `<path fill="${index % 2 ? '#fffdf7' : '#b42b1b'}" d="M${100 + index * 55} 70h55v58a27 22 0 0 1-55 0Z"/>`,
    )
    .join('')
  const name = board
    ? `<path fill="#0b6b3a" d="M160 344H480V404H160Z"/><path fill="none" stroke="#f2a11b" stroke-width="4" d="M170 354H470V394H170Z"/><g transform="translate(320 0)">${words('OPEN FROM 7 AM', 384, 26).replace('#1d1a16', '#fffdf7')}</g>`
    : ''
  return `<path fill="#8a5a35" d="M122 110h18V440h-18ZM500 110h18V440h-18Z"/>${stripes}<path fill="#7d1d12" d="M112 42H528L540 72H100Z"/><path fill="#a9713f" d="M104 312H536V340H104Z"/>${name}`
}

/** A tied kraft sack, 120 x 140 at scale 1. */
export function sack(x: number, y: number, scale: number, label: string): string {
  return `<g transform="translate(${x} ${y})scale(${scale})" stroke-width="${Math.round(50 / scale) / 10}"><path fill="#d9b87c" d="M14 40C30 30 88 30 104 40 118 70 120 112 112 134 80 142 38 142 8 134 0 112 2 70 14 40Z"/><path fill="#b8925192" stroke="none" d="M92 40C112 70 112 112 104 134L80 137C100 104 98 66 84 36Z"/><path fill="#d9b87c" d="M40 36C30 22 24 12 22 2 40 10 78 10 96 2 94 12 88 22 78 36Z"/><path fill="none" stroke-width="7" stroke="#b42b1b" d="M38 35Q59 42 80 35"/><g transform="translate(59 0)">${words(label, 102, 24)}</g></g>`
}

interface Tag {
  /** Centre of the sign. */
  x: number
  y: number
  stick: number
  price: string
}

/** A cardboard price sign on a stick. */
export function tag({ x, y, stick, price }: Tag): string {
  return `<g transform="translate(${x} ${y})"><path fill="none" stroke-width="9" stroke="#8a5a35" d="M0 20V${stick}"/><path fill="#f2a11b" d="M-70-26 68-30 74 28-74 32Z"/>${words(price, 8, 30)}</g>`
}

function words(text: string, y: number, size: number): string {
  return `<text y="${y}" fill="#1d1a16" stroke="none" font-family="sans-serif" font-weight="800" font-size="${size}" text-anchor="middle">${text}</text>`
}

/** The market lorry with its painted wooden body, loaded for the sharing day. */
export function lorry(): string {
  const load = [
    sack(70, 116, 0.8, 'RICE'),
    sack(150, 124, 0.72, 'BEANS'),
    basin('plantain', 216, 112, 124),
    basin('tomatoes', 316, 122, 112),
  ]
  const boards =
    '<path fill="#f4b92b" d="M48 216H428V256H48Z"/><path fill="#0b6b3a" d="M48 256H428V340H48Z"/><path fill="#f4b92b" d="M48 340H428V366H48Z"/>'
  const sign = '<path fill="none" stroke="#f2a11b" stroke-width="4" d="M72 270H404V326H72Z"/>'
  const name = `<g transform="translate(238 0)">${words('SHARE DAY', 310, 34).replace('#1d1a16', '#fffdf7')}</g>`
  const posts = '<path fill="#8a5a35" d="M40 196H56V374H40ZM420 196H436V374H420Z"/>'
  const cab =
    '<path fill="#2f55a8" d="M440 366V206C440 198 446 192 454 192H512C522 192 528 198 532 208L552 268 590 280C600 284 604 292 604 302V366Z"/><path fill="#dcebf7" d="M462 212H508L526 266H462Z"/><path fill="none" d="M454 282H540V360M462 300h14"/><path fill="#fffdf7" d="M584 306h20v24h-20Z"/><path fill="#2c2822" d="M36 366H612V384H36Z"/>'
  return `${load.join('')}${boards}${sign}${name}${posts}${cab}${wheel(128)}${wheel(226)}${wheel(528)}`
}

function wheel(x: number): string {
  return `<circle cx="${x}" cy="404" r="40" fill="#2c2822"/><circle cx="${x}" cy="404" r="17" fill="#cfd8e6"/>`
}
