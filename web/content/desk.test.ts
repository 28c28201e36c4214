import { expect, it } from 'vitest'
import { listFailure, writeOutcome } from './desk.ts'

it('says what the specification says of a list that cannot be read', () => {
  expect(listFailure({ data: [], error: null })).toBeNull()
  expect(listFailure({ data: {}, error: null })).toMatchObject({ text: 'Invalid data format received' })
  expect(listFailure({ data: null, error: { message: 'down' } })).toEqual({
    ok: false,
    text: 'Failed to fetch featured deals',
    detail: 'down',
  })
})

it('treats a write that touched no row as failed', () => {
  const texts = { done: 'Done.', failed: 'Failed to delete ad' }
  expect(writeOutcome({ data: [{ id: 1 }], error: null }, texts)).toEqual({ ok: true, text: 'Done.' })
  expect(writeOutcome({ data: [], error: null }, texts)).toMatchObject({ ok: false, text: 'Failed to delete ad' })
  expect(writeOutcome({ data: null, error: { message: 'no' } }, texts)).toMatchObject({ ok: false, detail: 'no' })
})
