// The texts of weights alone: pages that show one need none of the rules of weights.ts.

import { groupThousands } from '#domain/money.ts'

/** "49.5 kg", "1,250 kg" */
export function weightText(grams: number): string {
  return `${decimalText(grams)} kg`
}

/** Formats thousandths as a decimal: 9600 is "9.6". */
export function decimalText(thousandths: number): string {
  const rest = String(Math.abs(thousandths) % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return `${groupThousands(Math.floor(thousandths / 1000))}${rest && `.${rest}`}`
}
