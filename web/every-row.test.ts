import { expect, it } from 'vitest'
import { everyRow } from './every-row.ts'

it.each([0, 1, 999, 1000, 1001, 2500])('reads all %d rows of a list that returns 1,000 at a time', async (length) => {
  const all = Array.from({ length }, (_, n) => n)
  const { rows } = await everyRow(async (from, to) => ({ data: all.slice(from, to + 1), error: null }))
  expect(rows).toEqual(all)
})

it('reports the failure instead of a batch', async () => {
  const failing = async () => ({ data: null, error: { message: 'Down' } })
  expect(await everyRow(failing)).toEqual({ rows: [], failure: 'Down' })
})
