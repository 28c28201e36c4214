import { basin, ground, lorry, sack, stall, tag } from './scenes.ts'

/** Scenes for the cover of a post with its food, 640 x 360. */
const PLACES: Record<string, (food: string) => string> = {
  // Falling prices.
  price: (food) =>
    cover('#cfe3c4', [
      low('#a9c795'),
      tag({ x: 120, y: 60, stick: 150, price: '₦68,000' }),
      tag({ x: 322, y: 100, stick: 110, price: '₦58,000' }),
      tag({ x: 524, y: 140, stick: 80, price: '₦54,500' }),
      basin(food, 226, 156, 190),
      sack(46, 196, 1, 'BAG'),
      sack(470, 196, 1, 'BAG'),
    ]),
  // A shelf and a pot on the fire.
  kitchen: (food) =>
    cover('#f6c3a8', [
      '<path fill="#ffe9d6" d="M40 36H210V170H40Z"/><path fill="#cfe6f5" d="M52 48H198V158H52Z"/><path d="M125 48V158M52 103H198"/>',
      '<path fill="#8a5a35" d="M0 300H640V326H0Z"/><path fill="#6b4426" d="M0 326H640V360H0Z"/>',
      '<path fill="#8a5a35" d="M400 96H620V112H400Z"/><path fill="#c8d1da" d="M420 52H480V96H420Z"/><path fill="#f2a11b" d="M498 40H546V96H498Z"/><path fill="#0b6b3a" d="M564 62H606V96H564Z"/>',
      '<path fill="#4a5158" d="M430 214H596L580 300H446Z"/><path fill="#6d757d" d="M418 196H608V216H418Z"/><path fill="none" stroke-width="9" d="M500 196q14-24 28 0"/><path fill="none" stroke="#fffdf7" d="M470 172q-10-18 4-32M514 168q-10-18 4-32M556 172q-10-18 4-32"/>',
      basin(food, 170, 96, 220),
    ]),
  // A field.
  farm: (food) =>
    cover('#c2d5f2', [
      '<circle cx="520" cy="84" r="52" fill="#f9d98a" stroke="none"/>',
      '<path fill="#7fae6a" d="M-10 210Q120 110 260 190T520 170T660 200V370H-10Z"/><path fill="#a9713f" d="M-10 250Q320 210 650 250V370H-10Z"/>',
      '<path fill="none" stroke="#6b4426" stroke-width="7" d="M40 360Q110 280 180 242M200 360Q240 290 270 238M440 360Q400 290 370 238M600 360Q530 280 460 242"/>',
      plant(70, 262),
      plant(140, 300),
      plant(506, 268),
      plant(574, 312),
      basin(food, 220, 132, 210),
    ]),
  // The sharing day.
  sharing: (food) =>
    cover(
      '#c2d5f2',
      [ground('#8fa9cf'), lorry(), basin(food, 0, 296, 150).replaceAll(`${food}-`, 'own-')],
      '0 90 640 360',
    ),
  // A stall.
  market: (food) =>
    cover(
      '#f7cf7d',
      [
        ground('#d9a85a'),
        stall(false),
        basin(food, 240, 184, 160),
        sack(40, 318, 1, 'RICE'),
        sack(500, 318, 1, 'BEANS'),
      ],
      '0 40 640 360',
    ),
}

const EVERYDAY = ['rice', 'tomatoes', 'plantain']
const FURTHER = ['onions.sharing', 'onions.kitchen', 'palm-oil.kitchen', 'irish-potato.farm', 'mackerel.kitchen']

/** Covers by file name, such as "rice.price": the food and the scene. */
export const covers: Record<string, string> = Object.fromEntries(
  [...EVERYDAY.flatMap((food) => Object.keys(PLACES).map((place) => `${food}.${place}`)), ...FURTHER].map((name) => {
    const [food = '', place = ''] = name.split('.')
    return [name, PLACES[place]?.(food) ?? '']
  }),
)

function cover(sky: string, parts: readonly string[], box = '0 0 640 360'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" preserveAspectRatio="xMidYMid slice"><path fill="${sky}" d="M0 0H640V480H0Z"/><g stroke="#1d1a16" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">${parts.join('')}</g></svg>`
}

function low(colour: string): string {
  return `<path fill="${colour}" stroke="none" d="M0 300Q320 268 640 300V360H0Z"/>`
}

function plant(x: number, y: number): string {
  return `<path fill="#0b6b3a" d="M${x} ${y}q-34-10-30-40 26 4 30 30 4-26 30-30 4 30-30 40Z"/>`
}
