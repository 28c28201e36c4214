import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words of advice that would be dangerous with food. */
const DANGEROUS = [/bleach/i, /kerosene/i, /petrol/i, /(?<!Never a )mosquito net/i, /formalin/i, /carbide/i, /camphor/i]

test('no text of the demo market gives dangerous advice about food', () => {
  const folder = 'database/seed'
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(40)
  for (const file of files) {
    const text = readFileSync(`${folder}/${file}`, 'utf8')
    for (const danger of DANGEROUS) expect(danger.exec(text)?.[0], `${file}: ${danger}`).toBeUndefined()
  }
})
