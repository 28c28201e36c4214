import { ball, form, HEAP, heapOf, lay, repeat, type Spot } from './draw.ts'

const LEAF = { base: '#2f8f4e', shade: '#1d6a38', light: '#7cc98d' }

const calyx = '<path fill="#3f9a4f" stroke-width="3" d="M0-14l4-8 1 7 9-2-6 7 3 7-9-4-9 5 2-8-8-5 9-1Z"/>'
const tomato = ball({ base: '#d8402a', shade: '#a62b19', light: '#f59a80' }, calyx)

function bonnet(base: string, shade: string, light: string): string {
  return `${form(
    { base, shade, light },
    {
      outline: 'M-24-6C-28-20-14-25-2-20 8-27 26-21 25-7 28 6 15 9 11 19 7 27-5 27-8 19-12 9-22 8-24-6Z',
      shade: 'M22-14C26 4 12 8 8 18 5 24-3 24-6 19 6 14 18 6 22-14Z',
      light: 'M-17-10q2-6 8-6',
      lines: 'M-4-18Q-8-2-4 12M10-19Q10-6 4 8',
    },
  )}<path fill="#3f9a4f" stroke-width="4" d="M-10-19Q0-28 12-20 8-14 0-17-6-13-10-19ZM1-23q-1-9 6-13"/>`
}

const tatashe = form(
  { base: '#c92a22', shade: '#951b16', light: '#f1816f' },
  {
    outline: 'M-15-26C-8-34 9-34 16-26 20 2 10 26-6 50-14 26-20 2-15-26Z',
    shade: 'M13-26C16 4 6 26-6 44-4 20 8 6 8-28Z',
    light: 'M-9-20Q-11-4-7 10',
  },
)

const onion = `${form(
  { base: '#a8426a', shade: '#7b2849', light: '#dd96b3' },
  {
    outline: 'M0-36C4-27 29-20 28 2 27 19 14 26 0 26S-27 19-28 2C-29-20-4-27 0-36Z',
    shade: 'M12-22C32-4 22 22-4 23-14 23-20 19-22 14-2 20 18 8 12-22Z',
    light: 'M-18-4q2-9 9-13',
    lines: 'M-2-26Q-12-2-4 22M4-25Q14-4 10 18',
  },
)}<path fill="none" d="M0-34l-4-11M0-34l5-10"/>`

const okra = `${form(
  { base: '#5a9e3f', shade: '#3b7429', light: '#a5d684' },
  {
    outline: 'M0-48C11-26 15 2 12 30Q0 38-12 30C-15 2-11-26 0-48Z',
    shade: 'M3-38C11-16 12 6 9 30L1 33C8 8 6-16 3-38Z',
    lines: 'M-4-30Q-6 0-4 32',
  },
)}<path fill="#3b7429" stroke-width="4" d="M-14 29Q0 40 14 29L11 40H-11Z"/>`

const bigLeaf = form(LEAF, {
  outline:
    'M0 36C-30 30-38 4-27-14-22-12-20-26-14-30-10-26-4-44 0-50 4-44 10-26 14-30 20-26 22-12 27-14 38 4 30 30 0 36Z',
  shade: 'M4-36C10-18 14-22 16-20 22-6 24-6 25-4 30 14 20 28 2 33Z',
  lines: 'M0-36V34M0 18L-19-2M0 4L-13-14',
})

const smallLeaf = form(
  { base: '#4fa657', shade: '#34793b', light: '#a2dba0' },
  {
    outline: 'M0 28C-18 18-18-14 0-32 18-14 18 18 0 28Z',
    shade: 'M2-24C13-8 13 14 2 23Z',
    lines: 'M0-20V26',
  },
)

const cabbage = `${form(
  { base: '#a9cf7c', shade: '#7cab53', light: '#e2f3c3' },
  {
    outline: 'M-66 8C-66-32-38-58 0-58S68-32 66 8C62 44 34 58 0 58S-62 44-66 8Z',
    shade: 'M52-32C66 0 54 50 0 54-24 54-44 46-54 32 10 50 52 14 52-32Z',
    light: 'M-46-20q8-18 24-24',
  },
)}<path fill="none" stroke="#5d8f3c" stroke-width="4" d="M-64 16C-40-6-20-30 4-54M-30 50C-30 10-12-20 4-54M-40 8q14 4 22-2M-22 20q18 4 28-6M64 8C50-14 30-34 4-54M18 54C30 20 24-18 4-54M24 0q14 4 26 0"/>`

const carrot = `<path fill="#3f9a4f" stroke-width="4" d="M-3-38C-18-50-22-60-18-70-10-66-6-58-4-52-4-62-2-72 4-76 10-68 8-58 5-50 10-58 18-62 24-60 22-48 14-42 3-38Z"/>${form(
  { base: '#ec7a1c', shade: '#bb5710', light: '#ffbb72' },
  {
    outline: 'M-16-30Q0-46 16-30C16 4 8 36 0 62-8 36-16 4-16-30Z',
    shade: 'M12-30C12 4 6 30 0 54 0 24 6-2 6-34Z',
    lines: 'M-14-16h9M-4 0h10M-8 16h8',
  },
)}`

const cucumber = form(
  { base: '#3c8f45', shade: '#27682f', light: '#8fd08c' },
  {
    outline: 'M-74 4C-78-16-60-20-40-19 0-17 30-20 56-14 76-10 80 10 62 16 30 22-10 20-46 20-64 20-72 16-74 4Z',
    shade: 'M72 0C72 8 64 13 58 14 20 19-30 18-60 15-20 12 40 14 72 0Z',
    light: 'M-62-4Q-56-12-42-11',
    lines: 'M-34-10h20M-4-8h26M32-8h14M-44 4h18M-12 6h24',
  },
)

function gardenEgg(base: string, shade: string, light: string): string {
  return `${form(
    { base, shade, light },
    {
      outline: 'M-26-2C-26-22-14-29 0-29S26-22 26-2C26 20 14 34 0 34S-26 20-26-2Z',
      shade: 'M22-12C26 14 10 32-4 31-12 30-16 26-20 18 2 26 20 10 22-12Z',
      light: 'M-13-6q1-8 7-12',
    },
  )}<path fill="#3f9a4f" stroke-width="4" d="M-14-22Q-8-32 0-31 8-32 14-22 8-18 5-13 0-19-5-13-8-18-14-22ZM0-31v-10"/>`
}

const PODS: readonly Spot[] = [
  [128, 70, 96],
  [86, 88, 62],
  [160, 92, 118],
  [112, 100, 84],
  [66, 118, 58],
  [180, 118, 124],
  [140, 122, 104],
  [92, 132, 70],
  [66, 146, 84],
  [180, 147, 98],
  [120, 152, 92],
]
const FAN: readonly Spot[] = [
  [70, 98, -42],
  [170, 98, 42],
  [96, 86, -20],
  [144, 86, 20],
  [120, 80],
  [84, 124, -32],
  [156, 124, 32],
  [108, 122, -10],
  [133, 122, 12],
]

export const vegetables: Record<string, string> = {
  tomatoes: lay('a', tomato, HEAP),
  pepper:
    lay('a', bonnet('#d23c1e', '#9c2812', '#f7a084'), heapOf(0, 2, 3, 7, 8)) +
    lay('b', bonnet('#f0a51d', '#bf7a0d', '#ffe09a'), heapOf(1, 5, 6, 9)) +
    repeat('a', heapOf(4)),
  tatashe: lay('a', `<path fill="none" stroke="#2b6b35" stroke-width="8" d="M0-30q2-12 9-17"/>${tatashe}`, FAN),
  onions: lay('a', onion, HEAP),
  okra: lay('a', okra, PODS),
  ugu: lay('a', bigLeaf, [
    [66, 92, -46],
    [174, 92, 46],
    [92, 70, -20],
    [148, 70, 20],
    [120, 66],
    [72, 130, -56, 0.9],
    [168, 130, 56, 0.9],
    [100, 116, -16],
    [142, 118, 18],
  ]),
  ewedu:
    '<path fill="none" stroke="#a33b4a" stroke-width="6" d="M88 160L70 66M104 160L100 48M122 160L128 44M140 160L158 54M154 160L184 82"/>' +
    lay('a', smallLeaf, [
      [68, 62, -20],
      [100, 46, -6],
      [132, 42, 8],
      [162, 54, 18],
      [188, 84, 40],
      [48, 96, -50],
      [84, 84, -30],
      [116, 78, 4],
      [148, 86, 24],
      [60, 128, -60],
      [98, 116, -24],
      [130, 114, 12],
      [164, 118, 46],
      [186, 128, 66, 0.9],
      [112, 146, -8],
      [82, 146, -40],
      [146, 146, 34],
    ]),
  cabbage: lay('a', cabbage, [
    [150, 92, 14, 0.84],
    [98, 102, -8],
  ]),
  carrots: lay('a', carrot, [
    [64, 112, -50],
    [176, 112, 50],
    [84, 98, -28],
    [156, 98, 28],
    [108, 94, -8],
    [134, 94, 9],
    [96, 126, -20],
    [146, 126, 20],
    [120, 122],
  ]),
  cucumber: lay('a', cucumber, [
    [116, 74, -8],
    [132, 98, 10],
    [108, 118, -12],
    [130, 140, 4],
  ]),
  'garden-egg':
    lay('a', gardenEgg('#f4efcf', '#cdc48f', '#ffffff'), heapOf(0, 2, 3, 5, 6)) +
    lay('b', gardenEgg('#e9b92f', '#b98a15', '#fff0b0'), heapOf(1, 4, 7)) +
    repeat('a', heapOf(8, 9)),
}
