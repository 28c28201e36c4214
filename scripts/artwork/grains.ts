import { form, GRAINS, HEAP, heapOf, lay, mound, type Spot } from './draw.ts'

/** One stroke per grain, in varying directions. */
function strokes(length: number): string {
  return GRAINS.map(([x, y], index) => {
    const turn = (index * 67) % 180
    const dx = Math.round(Math.cos((turn * Math.PI) / 180) * length)
    const dy = Math.round(Math.sin((turn * Math.PI) / 180) * length)
    return `M${x} ${y}l${dx} ${dy}`
  }).join('')
}

const speckle = (colour: string, width: number, length: number) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" d="${strokes(length)}"/>`

/** The bowl for measuring grain. */
const mudu =
  '<g transform="translate(158 84)rotate(14)"><path fill="#9aa7b5" d="M-30-34H30L24 30H-24Z"/><path fill="#6f7d8c" stroke="none" d="M12-30H27L21 27H6Z"/><ellipse cy="-34" rx="30" ry="9" fill="#dbe3ea"/></g>'

const everywhere: readonly Spot[] = GRAINS.map(([x, y], index) => [x, y + 2, (index * 67) % 180])
const bean = (base: string, light: string) =>
  `<path fill="${base}" stroke-width="4" d="M-12 2C-14-8-4-12 2-9 10-12 16-4 13 4 8 11-8 12-12 2Z"/><path fill="none" stroke="${light}" stroke-width="3" d="M-5-3q3-3 7-2"/>`

const cob = `${form(
  { base: '#f0bf35', shade: '#c48d14', light: '#ffeaa0' },
  {
    outline: 'M0-58C16-56 22-36 22-8V44H-22V-8C-22-36-16-56 0-58Z',
    shade: 'M8-52C18-40 18-20 18-4V44H4C14 10 14-30 8-52Z',
  },
)}<path fill="none" stroke="#a3730c" stroke-width="3" d="M-18-28h36M-21-12h42M-22 4h44M-22 20h44M-8-54V44M8-54V44"/><path fill="#6aa348" d="M-24 0C-42 20-34 48 0 58-8 42-12 20-24 0ZM24 0C42 20 34 48 0 58 8 42 12 20 24 0Z"/>`

const shell = `${form(
  { base: '#dcb06c', shade: '#b08544', light: '#f8dfb0' },
  {
    outline:
      'M-38 4C-40-14-22-22-8-14-2-11 4-12 10-15 28-22 42-8 38 8 34 22 16 22 6 14 0 10-6 12-12 15-26 22-37 16-38 4Z',
    shade: 'M34-4C36 12 20 18 8 10 0 6-6 8-14 12-20 15-28 14-32 10-14 10-4 2 8 6 22 10 32 4 34-4Z',
    lines: 'M-26-8v8M-16-8v10M16-8v10M26-8v8M-30 4h4',
  },
)}`

const seedHead =
  '<path fill="none" stroke="#8a8a3a" stroke-width="6" d="M0 60V0"/><path fill="#9c4a2a" d="M0-54C16-46 20-30 18-14 22 4 12 18 0 20-12 18-22 4-18-14-20-30-16-46 0-54Z"/><path fill="none" stroke="#d98a5c" stroke-width="5" d="M-8-34h.1M6-38h.1M-2-22h.1M10-20h.1M-10-10h.1M2-6h.1M-4 8h.1M9 5h.1"/>'

export const grains: Record<string, string> = {
  rice: mound({ base: '#fbf6e8', shade: '#d9d0b8', light: '#ffffff' }, speckle('#a99c7c', 4, 7)),
  'ofada-rice': mound({ base: '#d9b48c', shade: '#b0875c', light: '#f5dfc4' }, speckle('#8a5a38', 4, 7)),
  beans: `${mound({ base: '#b97e4b', shade: '#8d5a30', light: '#dba877' }, '')}${lay('a', bean('#c98d58', '#f0c79b'), everywhere)}`,
  garri: mound({ base: '#f4dc7c', shade: '#d3b344', light: '#fff4bf' }, speckle('#b8932a', 4, 0.1)) + mudu,
  maize: lay('a', cob, [
    [66, 110, -44],
    [174, 110, 44],
    [92, 94, -20],
    [148, 94, 20],
    [120, 98],
  ]),
  millet: mound({ base: '#d3b56a', shade: '#a98a40', light: '#f1dfa6' }, speckle('#7f6524', 5, 0.1)) + mudu,
  'guinea-corn':
    lay('a', seedHead, [
      [78, 88, -30],
      [162, 88, 30],
      [120, 74],
    ]) +
    `<g transform="translate(0 26)">${mound({ base: '#c0673c', shade: '#934522', light: '#e3a27c' }, speckle('#6d2f14', 5, 0.1))}</g>`,
  groundnuts: lay(
    'a',
    shell,
    [...HEAP, ...heapOf(4)].map(([x, y], index) => [x, y, (index * 53) % 150]),
  ),
  egusi: `${mound({ base: '#efe0b8', shade: '#cbb682', light: '#fffaea' }, '')}${lay(
    'a',
    '<path fill="#f8edcf" stroke-width="4" d="M-14 0C-8-9 6-10 14 0 6 10-8 9-14 0Z"/>',
    everywhere,
  )}`,
}
