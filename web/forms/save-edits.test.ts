import { expect, it } from 'vitest'
import type { FormValues } from '#domain/forms/edits.ts'
import { saveEdits } from './save-edits.ts'

/** A row with concurrent writers: each of `others` is written before one of the test's own writes. */
function rowOf(first: FormValues, others: FormValues[] = []) {
  const row = { values: first, version: 0 }
  const save = (values: FormValues) => {
    row.values = { ...row.values, ...values }
    row.version += 1
  }
  return {
    row,
    save,
    current: async () => ({ values: row.values, version: String(row.version) }),
    check: (value: FormValues) => ({ ok: true as const, value }),
    write: async (value: FormValues, version: string) => {
      const other = others.shift()
      if (other) save(other)
      const isCurrent = version === String(row.version)
      if (isCurrent) save({ name: value.name ?? '', stock: value.stock ?? '' })
      return { data: isCurrent ? [{ id: 1 }] : [], error: null, status: 200 }
    },
  }
}

const FIRST = { name: 'Rice', stock: '300' }
const as_read = JSON.stringify(FIRST)

it('does not overwrite a concurrent change of the stock while the name is edited', async () => {
  const { row, save, ...callbacks } = rowOf(FIRST)
  save({ stock: '240' })
  const saved = await saveEdits({ typed: { name: 'Ofada rice', stock: '300', as_read }, ...callbacks })
  expect(saved).toHaveProperty('answer')
  expect(row.values).toEqual({ name: 'Ofada rice', stock: '240' })
})

it('retries when the row changes between reading and writing', async () => {
  const { row, ...callbacks } = rowOf(FIRST, [{ stock: '240' }, { stock: '180' }])
  await saveEdits({ typed: { name: 'Ofada rice', stock: '300', as_read }, ...callbacks })
  expect(row.values).toEqual({ name: 'Ofada rice', stock: '180' })
})

it('shows both values of a field that two users changed, and saves the resubmitted one', async () => {
  const { row, save, ...callbacks } = rowOf(FIRST)
  save({ stock: '240' })
  const saved = await saveEdits({ typed: { name: 'Rice', stock: '350', as_read }, ...callbacks })
  expect(row.values).toEqual({ name: 'Rice', stock: '240' })
  if (!('clash' in saved)) throw new Error('saved over another')
  expect(saved.clash).toMatchObject({
    ok: false,
    detail: 'Stock: 240 is saved now, you typed 350.',
    errors: { stock: 'Saved meanwhile: 240' },
    values: { name: 'Rice', stock: '350', as_read: JSON.stringify(row.values) },
  })
  await saveEdits({ typed: saved.clash.values, ...callbacks })
  expect(row.values).toEqual({ name: 'Rice', stock: '350' })
})

it('gives up on a row that keeps changing, and on a form without a version', async () => {
  const busy = rowOf(FIRST, Array(9).fill({ stock: '1' }))
  const saved = await saveEdits({ typed: { ...FIRST, name: 'Beans', as_read }, ...busy })
  expect(saved).toMatchObject({ clash: { ok: false, errors: {} } })
  expect(busy.row.values.name).toBe('Rice')
  for (const broken of ['', '[]', 'null', '{"name":5']) {
    const blind = await saveEdits({ typed: { ...FIRST, stock: '5', as_read: broken }, ...rowOf(FIRST) })
    expect(blind).toMatchObject({ clash: { errors: { stock: 'Saved meanwhile: 300' } } })
  }
})
