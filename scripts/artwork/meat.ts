import { ball, form, HEAP, lay } from './draw.ts'

const RED = { base: '#b8393a', shade: '#882527', light: '#e88a84' }
const SKIN = { base: '#f0c99a', shade: '#cf9f69', light: '#fff0d6' }

const chunk = `${form(RED, {
  outline: 'M-36-6C-34-24-10-26 8-24 28-24 38-10 34 6 34 22 16 26-4 24-26 26-40 14-36-6Z',
  shade: 'M30-8C32 10 18 20-2 19-18 20-28 16-31 8-4 16 18 10 30-8Z',
})}<path fill="none" stroke="#f7d9c9" stroke-width="5" d="M-24-8Q-10-16 4-10T24-8M-20 6Q-8 0 6 6"/>`

const beefBone = `<path fill="#f6ead2" d="M-46-12C-60-18-58-36-44-34-40-46-24-44-24-32L30-8C40-14 52-6 46 6 54 16 42 28 32 20L-36-8C-38-6-42-8-46-12Z"/>`

const dark = { base: '#a8493c', shade: '#7b3026', light: '#dd9284' }
const rib = `${form(dark, {
  outline: 'M-52-16C-30-34 30-34 54-14 60 4 56 22 46 28 20 12-18 12-44 28-56 20-58-2-52-16Z',
  shade: 'M50-4C54 10 50 20 45 22 24 8-16 8-38 20-10-2 30 0 50-4Z',
})}<path fill="none" stroke="#f6ead2" stroke-width="8" d="M-34-14l-4 26M-12-20l-2 26M12-20l2 26M34-14l4 26"/>`

const goatLeg = `${form(dark, {
  outline: 'M-50 10C-58-18-28-38 2-30 26-24 36-8 56-8L74-14 78 2 58 12C34 18 24 34-6 36-30 36-46 28-50 10Z',
  shade: 'M54 8C32 12 20 30-6 31-24 31-38 24-43 14-4 26 12 2 54 8Z',
  light: 'M-34-4q6-16 24-18',
})}<path fill="#f6ead2" d="M72-16C76-28 92-26 90-14 98-8 94 8 82 6 78 4 76 2 76-2Z"/>`

/** A dressed bird, legs up. Turkeys are the larger, browner ones. */
function bird(tones: typeof SKIN): string {
  return `${form(tones, {
    outline: 'M-78 30C-88-8-58-44-8-46 48-48 86-16 80 26 74 56 30 66-6 66-44 66-70 56-78 30Z',
    shade: 'M72 0C80 36 40 60-4 61-36 61-60 52-70 36-10 56 56 40 72 0Z',
    light: 'M-58-2q12-26 40-32',
  })}${form(tones, {
    outline: 'M8 34C-8 8 10-20 36-22 50-32 56-46 62-58L74-52C72-40 66-26 62-14 68 14 40 44 8 34Z',
    shade: 'M58-4C58 20 36 34 14 30 34 24 48 8 58-16Z',
  })}<path fill="#fbf3df" d="M60-56C52-66 62-78 70-72 80-76 86-62 76-54Z"/><path fill="none" stroke="${tones.shade}" d="M-56 26Q-40 4-16 8-8 18-14 30"/>`
}

const drumstick = `${form(
  { base: '#d99a5b', shade: '#ad6c30', light: '#f6cf9f' },
  {
    outline: 'M-10-52C22-54 36-28 28-4 22 14 8 20 6 40H-8C-8 20-30 10-34-12-38-34-28-50-10-52Z',
    shade: 'M-30-2C-38-32-26-47-10-48 4-49 16-44 21-34-2-42-24-30-22 4Z',
    light: 'M21-12q-3 10-10 16',
  },
)}<path fill="#fbf3df" d="M-8 38H6V58C14 62 12 74 2 72-6 76-16 68-8 58Z"/>`

const egg = (base: string, shade: string, light: string) =>
  form(
    { base, shade, light },
    {
      outline: 'M-24 4C-24-14-12-32 0-32S24-14 24 4C24 20 13 29 0 29S-24 20-24 4Z',
      shade: 'M20-4C23 14 12 26-2 25-10 25-16 22-19 16 2 22 16 14 20-4Z',
      light: 'M-14-4q2-10 8-14',
    },
  )

export const meat: Record<string, string> = {
  beef:
    lay(
      'a',
      chunk,
      HEAP.map(([x, y], index) => [x, y, (index * 47) % 60]),
    ) + lay('b', beefBone, [[128, 78, -8]]),
  'goat-meat':
    lay('a', rib, [
      [104, 76, -10],
      [76, 120, -24],
      [170, 122, 26],
    ]) + lay('b', goatLeg, [[118, 118, -16]]),
  chicken: lay('a', bird(SKIN), [[116, 110]]),
  turkey: lay('a', drumstick, [
    [82, 96, 146],
    [158, 96, 214],
    [120, 92, 180],
    [62, 128, 124, 0.9],
    [178, 128, 236, 0.9],
    [96, 132, 160],
    [146, 132, 200],
  ]),
  eggs:
    lay('a', egg('#e2b27e', '#bb8248', '#fbe2c0'), HEAP.slice(0, 6)) +
    lay('b', egg('#f7ecd9', '#d5c2a1', '#ffffff'), HEAP.slice(6)),
  snails: lay(
    'a',
    ball(
      { base: '#8a5a35', shade: '#623c1f', light: '#c79a6c' },
      '<path fill="none" stroke="#3f2713" d="M14 6C10 16-10 14-12 0-12-12 4-16 8-6 8 2-2 4-3-2"/>',
    ),
    HEAP,
  ),
}
