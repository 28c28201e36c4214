import { form, lay, type Tones } from './draw.ts'

/** A tall bottle with its oil showing. */
function bottle(tones: Tones, cap: string, label: string): string {
  return `<path fill="${cap}" d="M-14-92H14V-74H-14Z"/>${form(tones, {
    outline: 'M-12-76H12V-60C30-52 40-42 40-26V70H-40V-26C-40-42-30-52-12-60Z',
    shade: 'M22-46C34-40 35-30 35-22V70H12C26 40 26-10 22-46Z',
    light: 'M-28-24V24',
  })}<path fill="#fdf6e3" d="M-40 0H40V46H-40Z"/>${label}`
}

/** The yellow keg of 25 litres, red oil inside. */
const keg = `<path fill="#2d5a9b" d="M24-84H52V-66H24Z"/>${form(
  { base: '#e2571f', shade: '#ad3a0f', light: '#ffa873' },
  {
    outline: 'M-54-56C-54-66-46-72-36-72H44C56-72 62-64 62-54V72H-62V-40Z',
    shade: 'M36-66C54-66 57-58 57-50V72H26C40 30 44-20 36-66Z',
    light: 'M-46-30V30',
  },
)}<path fill="#efdfbd" d="M-38-58H8L-2-38H-40Z"/><path fill="none" stroke="#ad3a0f" d="M-40 4H38M-40 34H38"/>`

const palmFruit = `${form(
  { base: '#c9341c', shade: '#8c1f10', light: '#f08a68' },
  {
    outline: 'M-16 8C-20-8-8-24 0-26 10-22 20-8 16 8 12 22-12 22-16 8Z',
    shade: 'M12-6C14 10 6 16-2 16-8 16-10 14-12 10 4 14 10 4 12-6Z',
  },
)}<path fill="#2a1a12" stroke="none" d="M-5-19L0-25 6-19 0-15Z"/>`

const nut =
  '<path fill="#dcb06c" d="M-26 3C-28-10-14-16-5-9-1-7 3-8 8-11 20-15 29-5 26 6 23 15 11 15 4 9 0 7-4 8-9 11-18 15-25 11-26 3Z"/><path fill="none" stroke="#9a7034" stroke-width="3" d="M-17-4v7M17-4v7M-10 0h4M8 0h4"/>'

const halfCoconut =
  '<circle r="36" fill="#6b4426"/><circle r="28" fill="#fdfaf0" stroke-width="3"/><path fill="#dfe7e4" stroke="none" d="M22-10A24 24 0 0 1-18 14C0 20 16 10 22-10Z"/><path fill="none" stroke="#9c6e45" stroke-width="3" d="M-30-14l-4-3M-20-27l-3-4M24 24l4 3M10 32l1 4M32 6h4"/>'

const soyPod = `${form(
  { base: '#a9b64c', shade: '#7d8a2a', light: '#e0e8a2' },
  {
    outline:
      'M-44 2C-34-14-22-16-12-8-4-18 10-18 16-8 26-14 38-10 46-4 38 12 24 16 14 10 4 18-6 16-12 10-24 16-36 14-44 2Z',
    shade: 'M40-2C34 8 24 11 14 5 4 13-6 11-12 5-22 10-30 9-36 4-8 4 18 2 40-2Z',
  },
)}`

const drop = (colour: string) =>
  `<path fill="${colour}" stroke-width="4" d="M0 8C10 20 12 28 8 34 4 40-6 40-9 34-12 28-8 18 0 8Z"/>`

const BESIDE = [
  [46, 136, -14],
  [196, 138, 18],
  [78, 148, 10],
  [166, 150, -8],
] as const

export const oil: Record<string, string> = {
  'palm-oil':
    lay('a', keg, [[120, 98]]) +
    lay('b', palmFruit, [
      [42, 130, -20],
      [66, 146, 10],
      [198, 130, 22],
      [176, 148, -8],
      [120, 156, 4],
    ]),
  'groundnut-oil':
    lay(
      'a',
      bottle(
        { base: '#f0bb3a', shade: '#c58a14', light: '#fff0b4' },
        '#b42b1b',
        `<g transform="translate(0 23)scale(.8)">${nut}</g>`,
      ),
      [
        [84, 108, -6, 0.8],
        [136, 108],
      ],
    ) + lay('b', nut, BESIDE),
  'coconut-oil':
    lay(
      'a',
      `<path fill="#3b6fae" d="M-36-76H36V-54H-36Z"/>${form(
        { base: '#f4f7f2', shade: '#c8d6d6', light: '#ffffff' },
        {
          outline: 'M-34-54H34C48-50 50-40 50-32V70H-50V-32C-50-40-48-50-34-54Z',
          shade: 'M26-48C44-44 45-36 45-28V70H18C34 30 34-10 26-48Z',
        },
      )}<path fill="#2f8f4e" d="M-50-8H50V42H-50Z"/><circle cy="17" r="15" fill="#6b4426"/><circle cy="17" r="10" fill="#fdfaf0" stroke="none"/>`,
      [[138, 100]],
    ) +
    lay('b', halfCoconut, [
      [66, 112, 0],
      [96, 144, 20, 0.8],
      [192, 142, 0, 0.7],
    ]),
  'soya-oil':
    lay(
      'a',
      bottle(
        { base: '#f5d96a', shade: '#cfa930', light: '#fff8d2' },
        '#2f8f4e',
        drop('#f0bb3a').replace('M0 8', 'M0 4'),
      ),
      [
        [154, 108, 7, 0.8],
        [104, 108],
      ],
    ) + lay('b', soyPod, BESIDE),
}
