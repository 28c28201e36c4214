import { ball, form, HEAP, heapOf, lay } from './draw.ts'

const YAM = { base: '#9a6b43', shade: '#6e4a2b', light: '#c99b6d' }

const yam = form(YAM, {
  outline: 'M-84 6C-90-16-70-24-46-22-10-18 24-26 58-20 84-16 92 2 82 16 60 28 20 20-18 24-54 28-80 24-84 6Z',
  shade: 'M80-4C84 10 76 16 58 18 20 16-20 22-50 21-64 20-74 16-79 10-30 18 50 12 80-4Z',
  light: 'M-70-6Q-64-14-48-14',
  lines: 'M-30-12l8 3M0-10l-6 5M24-14l8 4M48-8l-5 4M-50 4l7 3M14 4l8 2',
})

const cutYam = `${form(YAM, {
  outline: 'M-60 14C-66-14-40-26-6-24L44-22Q58 0 46 26L-20 28Q-52 30-60 14Z',
  shade: 'M-56 12C-30 20 10 14 38 12L40 22-20 24Q-48 26-56 12Z',
})}<ellipse cx="46" cy="2" rx="15" ry="25" fill="#fbf3df"/><path fill="none" stroke="#d8c49a" stroke-width="3" d="M42-8q6 8 2 18"/>`

function tuber(base: string, shade: string, light: string): string {
  return form(
    { base, shade, light },
    {
      outline: 'M-50 10C-56 2-40-6-30-12-14-24 18-26 32-12 44-4 56-8 52 2 46 20 18 26-6 24-26 22-42 18-50 10Z',
      shade: 'M47 2C40 16 18 22-6 20-20 18-32 16-40 11-6 16 26 10 38-6Z',
      light: 'M-24-8q8-8 18-9',
      lines: 'M2-10l8 2M-8 2l-8-2M18 2l7-3',
    },
  )
}

const potato = form(
  { base: '#d9b271', shade: '#ae8547', light: '#f6dfb0' },
  {
    outline: 'M-32 4C-34-14-18-24 0-23 20-26 34-14 32 2 32 18 16 25-2 24-18 25-31 18-32 4Z',
    shade: 'M28-8C32 10 18 21 0 20-12 21-22 17-26 11-4 18 22 12 28-8Z',
    light: 'M-20-6q4-7 12-9',
    lines: 'M2-8l5 2M-8 4l-5 2M14 4l4-3',
  },
)

function finger(base: string, shade: string, light: string): string {
  return `${form(
    { base, shade, light },
    {
      outline: 'M-6-58L8-60C10-44 30-22 34 4 36 26 24 44 8 54L0 50C8 34 8 12-2-8-12-24-10-44-6-58Z',
      shade: 'M6-44C14-20 30-4 30 10 30 28 22 40 8 50 20 30 18 6 8-12 2-24 2-36 6-44Z',
      light: 'M-3-36Q-2-22 6-8',
    },
  )}<path fill="#3a3126" stroke="none" d="M0 50l8 4-2 4-7-4Z"/>`
}

const BUNCH = [
  [60, 104, 62],
  [84, 96, 42],
  [108, 94, 22],
  [134, 96, 2],
  [158, 104, -16],
  [94, 126, 34],
  [122, 128, 12],
] as const

function bunch(base: string, shade: string, light: string): string {
  return `<path fill="#6b5a2a" d="M96 30q14-10 30 0l-2 20H98Z"/>${lay('a', finger(base, shade, light), BUNCH)}`
}

const orange = ball(
  { base: '#e88a1a', shade: '#b9630d', light: '#ffcf85' },
  '<path fill="#7db04a" stroke="none" d="M-22-8C-20-18-10-23 2-23-2-14-12-8-22-8Z"/><path stroke-width="4" d="M2-18h.1M10 2h.1M-4 6h.1"/>',
)

const halfOrange =
  '<circle r="27" fill="#e88a1a"/><circle r="20" fill="#ffd489" stroke="none"/><path fill="none" stroke="#e88a1a" stroke-width="4" d="M-20 0h40M0-20v40M-14-14l28 28M14-14l-28 28"/>'

const pineapple = `<path fill="#3d8a45" d="M-6-46C-40-56-46-76-46-92-32-84-26-76-22-68-26-86-18-100-8-112-2-100 0-90 0-82 4-94 12-104 26-108 26-92 20-80 16-70 24-80 34-86 46-86 44-68 30-54 6-46Z"/>${form(
  { base: '#e3a528', shade: '#a97213', light: '#ffdd84' },
  {
    outline: 'M-34 0C-36-30-22-48 0-48S36-30 34 0 24 56 0 56-32 30-34 0Z',
    shade: 'M24-34C34-10 30 44-2 52 30 20 22-10 14-44Z',
  },
)}<path fill="none" stroke="#8b5a0d" stroke-width="3" d="M-30-24L22 46M-14-42L32 18M-34 6L-2 52M30-24L-22 46M14-42L-32 18M34 6L2 52"/>`

const melon = `${form(
  { base: '#3f9447', shade: '#2a6a31', light: '#a6d69a' },
  {
    outline: 'M-78 0C-78-34-44-52 0-52S78-34 78 0 44 52 0 52-78 34-78 0Z',
    shade: 'M66-24C80 8 48 46 0 47-30 47-54 38-66 24 0 52 60 26 66-24Z',
  },
)}<path fill="none" stroke="#1f5227" stroke-width="6" d="M-70-8q34-12 70-10t70 6M-60-30q30-12 60-12t56 10M-72 16q36-10 72-8t70 6"/>`

const slice =
  '<path fill="#2f8039" d="M-58-14A60 60 0 0 0 58-14Z"/><path fill="#f3f6d8" stroke="none" d="M-50-12A52 50 0 0 0 50-12Z"/><path fill="#e0443f" stroke="none" d="M-44-12A45 42 0 0 0 44-12Z"/><path stroke-width="6" d="M-22 0v3M0 8v3M22 0v3M-10 16v2M12 18v2"/>'

const mango = `${form(
  { base: '#eeb02c', shade: '#c27a14', light: '#ffe6a1' },
  {
    outline: 'M-30 10C-38-12-20-32 4-30 28-30 40-8 30 10 22 26 6 26-8 28-20 30-27 22-30 10Z',
    shade: 'M28-12C34 6 22 20 4 22-8 24-18 24-24 14 2 20 22 8 28-12Z',
    light: 'M-20-8q4-11 13-13',
  },
)}<path fill="#d9542f" stroke="none" d="M8-27C24-26 33-12 28 2 20-6 8-14 8-27Z"/><path fill="none" stroke-width="4" d="M2-30l-3-9"/>`

const pawpaw = form(
  { base: '#e59a2f', shade: '#b56f15', light: '#ffd28c' },
  {
    outline: 'M-72 8C-78-18-46-34-6-32 36-34 78-26 80-2 80 24 40 34 0 34-36 36-68 30-72 8Z',
    shade: 'M74-10C78 16 40 28 0 29-28 30-50 26-62 18 0 26 62 16 74-10Z',
    light: 'M-54-8q10-13 30-15',
  },
)
const halfPawpaw = `<g>${pawpaw}</g><path fill="#f47b3c" stroke="none" d="M-58 4C-58-16-30-24-4-22 32-24 66-18 68 0 66 18 34 24 0 24-30 26-56 20-58 4Z"/><path fill="#ffb98a" stroke="none" d="M-36 2Q0-16 44 0 0 18-36 2Z"/><path stroke-width="9" d="M-20 2h.1M-4-3h.1M12 3h.1M28-2h.1M-10 8h.1"/>`

export const fruits: Record<string, string> = {
  yam:
    lay('a', yam, [
      [118, 68, -12],
      [126, 94, 8],
      [104, 116, -8],
    ]) + lay('b', cutYam, [[136, 140, 4]]),
  'sweet-potato': lay('a', tuber('#b0525c', '#813740', '#e29a9f'), [
    [118, 68, -14],
    [82, 94, 14],
    [152, 94, -12],
    [62, 124, -22],
    [122, 116, 8],
    [182, 122, 24],
    [88, 148, 6],
    [156, 148, -8],
  ]),
  'irish-potato': lay('a', potato, HEAP),
  plantain: bunch('#7fa53a', '#567523', '#c4da86'),
  banana: bunch('#f0c52e', '#c09310', '#fff0a6'),
  orange: lay('a', orange, heapOf(0, 1, 2, 3, 4, 5, 6, 7, 8)) + lay('b', halfOrange, heapOf(9)),
  pineapple: lay('a', pineapple, [
    [164, 122, 20, 0.75],
    [98, 120, -6, 0.92],
  ]),
  watermelon: lay('a', melon, [[112, 96, -8]]) + lay('b', slice, [[160, 134, -12]]),
  mango: lay('a', mango, HEAP),
  pawpaw:
    lay('a', pawpaw, [
      [132, 78, -16],
      [88, 112, 12],
    ]) + lay('b', halfPawpaw, [[142, 132, -8, 0.95]]),
}
