import { form, GRAINS, lay, mound, type Spot, type Tones } from './draw.ts'

/** A whole fish looking left, 176 long. */
function fish(tones: Tones, marks: string): string {
  return `${form(tones, {
    outline:
      'M-92 4C-76-22-40-34-2-30 28-28 48-14 62-8L92-30C88-10 88 14 94 34L62 12C44 24 24 32-6 32-44 34-78 26-92 4Z',
    shade: 'M60 6C42 18 24 26-6 27-40 29-66 22-80 10-30 18 20 16 60 6ZM88-18L70-2 86 20Z',
    light: 'M-62-10q16-11 34-12',
  })}<path fill="${tones.shade}" d="M-14-30C-2-48 26-46 36-22 18-28 2-30-14-30Z"/>${marks}<path fill="none" stroke-width="4" d="M-50-20Q-36 0-50 22"/><circle cx="-66" cy="-3" r="7" fill="#fff" stroke-width="3"/><path d="M-66-3h.1"/><path fill="none" stroke-width="3" d="M-90 6q8 4 14 3"/>`
}

const SHOAL: readonly Spot[] = [
  [124, 74, -16],
  [118, 104, 8],
  [126, 134, -8],
]

const croaker = fish(
  { base: '#c9d2d9', shade: '#93a0ad', light: '#ffffff' },
  '<path fill="none" stroke="#8592a0" stroke-width="3" d="M-30-6q5 5 0 10M-14-10q5 5 0 10M2-8q5 5 0 10M18-8q5 5 0 10M-20 10q5 5 0 8M-2 10q5 5 0 8M34-4q5 4 0 8"/>',
)

const mackerel = fish(
  { base: '#7fa8c4', shade: '#47708f', light: '#d4ecfa' },
  '<path fill="#e8eef2" stroke="none" d="M-78 12C-40 28 20 26 56 9 30 12-30 12-78 12Z"/><path fill="none" stroke="#1f4663" stroke-width="5" d="M-36-26q6 8 0 18M-20-28q6 10 0 20M-4-27q6 10 0 20M12-26q6 9 0 18M28-21q5 8 0 16M44-14q4 6 0 11"/>',
)

const stock = `${form(
  { base: '#d8bd86', shade: '#a88a50', light: '#f6e4b8' },
  {
    outline: 'M-20-66C-6-80 12-78 20-64 26-36 20-6 12 22L26 62C12 56 2 56-6 64L-8 22C-20-6-26-40-20-66Z',
    shade: 'M16-58C20-34 14-6 6 22L10 52-2 52-4 22C6-6 8-40 16-58Z',
  },
)}<path fill="none" stroke="#8a6c34" stroke-width="3" d="M-10-40Q-6-10 0 18M-14-54q10 8 26 4M-12-22l10 4M-8-4l8 3M6-26l8-4"/><path stroke-width="7" d="M-6-64h.1"/>`

const PRAWN: Tones = { base: '#ee8466', shade: '#c4543a', light: '#ffc8b2' }

const prawn = `<path fill="none" stroke-width="3" d="M-26-24Q-40-32-40-46M-22-27Q-28-38-22-48"/>${form(PRAWN, {
  outline: 'M-30-14C-26-34 6-42 26-24 44-6 38 26 14 36L2 46 0 30-14 32C-8 26-2 24 4 20 18 10 16-4 4-8-6-12-20-4-30-14Z',
  shade: 'M30-14C40 2 34 24 12 32L4 28C24 20 30 2 30-14Z',
  light: 'M-14-22q12-8 22-5',
})}<path fill="none" stroke="#c4543a" stroke-width="3" d="M2-32L4-10M22-24L12-2M34-2L16 8M30 20L12 16"/><path stroke-width="6" d="M-20-18h.1"/>`

const crayfish = `${form(
  { base: '#d98a4a', shade: '#a95f24', light: '#f7c494' },
  {
    outline: 'M-18-8C-14-20 6-22 16-10 24 2 16 18 2 20L-8 22-4 12C6 8 8-2 0-4-6-6-14-2-18-8Z',
    shade: 'M16-6C20 4 14 14 2 16 10 10 14 2 12-8Z',
  },
)}<path fill="none" stroke-width="3" d="M-17-10q-8-6-8-14"/>`

const small: readonly Spot[] = GRAINS.slice(2, 20).map(([x, y], index): Spot => [x, y, (index * 71) % 360])

export const seafood: Record<string, string> = {
  croaker: lay('a', croaker, SHOAL),
  mackerel: lay('a', mackerel, SHOAL),
  stockfish: lay('a', stock, [
    [68, 104, -46, 0.84],
    [172, 104, 46, 0.84],
    [92, 92, -22, 0.9],
    [148, 92, 22, 0.9],
    [120, 90, 0, 0.9],
    [98, 112, -14],
    [144, 114, 16],
  ]),
  crayfish: mound({ base: '#b9743a', shade: '#8a4f1f', light: '#b9743a' }, lay('a', crayfish, small)),
  prawns: lay('a', prawn, [
    [120, 78, 6],
    [84, 100, -24],
    [156, 98, 34],
    [66, 132, -30, 0.9],
    [120, 122, 12],
    [178, 130, 60, 0.9],
    [94, 148, -12],
    [150, 148, 30],
  ]),
}
