import { expect, it } from 'vitest'
import type { Api } from '#api/api.ts'
import { openForm } from '#web/forms/form.ts'
import { type BulkList, type BulkRow, commandRun, MAX_BULK_ROWS, writeRun } from './bulk-act.ts'
import { readBulk, runBulk } from './read-bulk.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const api = {} as Api

/** A list of rows in memory: the even ones are off already. */
function listOf(amount: number) {
  const rows = new Map<string, BulkRow>()
  for (let n = 1; n <= amount; n++) {
    rows.set(id(n), { id: id(n), name: `Row ${n}`, seen: `v${n} a`, state: n % 2 ? 'on' : 'off' })
  }
  const pressed: string[] = []
  const list: BulkList = {
    noun: { one: 'row', many: 'rows' },
    acts: {
      off: {
        label: 'Off',
        done: 'Off now',
        effect: 'They go.',
        obstacle: ({ state }) => (state === 'off' ? 'Off already.' : null),
        async run(_, { id: row, seen }, { key, viewerId }) {
          pressed.push(`${row} ${seen} ${key} ${viewerId}`)
          if (row === id(3)) return { ok: false, text: 'Somebody was first.', canRepeat: false }
          return { ok: true }
        },
      },
    },
    read: async (_, ids) => ({ rows: ids.flatMap((one) => rows.get(one) ?? []), failure: null }),
  }
  return { list, pressed }
}

const address = (rows: string[], more = '') =>
  new URL(`http://market.test/content/rows/bulk?act=off${more}${rows.map((row) => `&row=${row}`).join('')}`)

const formOf = (rows: string[]) => {
  const form = new FormData()
  form.set('key', 'k')
  for (const row of rows) form.append('row', row)
  return openForm(form)
}

it('says which rows will change, which will not and why', async () => {
  const { list } = listOf(3)
  const preview = await readBulk(
    api,
    address([id(1), id(2), id(3), id(9), 'nonsense', id(1)], '&list=search%3Drice'),
    list,
  )
  expect(preview.ready.map(({ name }) => name)).toEqual(['Row 1', 'Row 3'])
  expect(preview.refused).toEqual([{ id: id(2), name: 'Row 2', why: 'Off already.' }])
  expect(preview).toMatchObject({ missing: 1, over: 0, back: '/content/rows?search=rice' })
})

it('has no act of another name', async () => {
  const { list } = listOf(1)
  const other = new URL('http://market.test/content/rows/bulk?act=toString')
  await expect(readBulk(api, other, list)).rejects.toMatchObject({ init: { status: 404 } })
})

it('takes a hundred rows at most, in the address and in the form', async () => {
  const { list, pressed } = listOf(120)
  const ids = Array.from({ length: 120 }, (_, n) => id(n + 1))
  expect(await readBulk(api, address(ids), list)).toMatchObject({ missing: 0, over: 120 - MAX_BULK_ROWS })
  await runBulk(api, formOf(ids.map((row) => `${row} v`)), { url: address([]), list, viewerId: 'me' })
  expect(pressed).toHaveLength(MAX_BULK_ROWS)
})

it('gives each row its own key, and goes on after one that fails', async () => {
  const { list, pressed } = listOf(5)
  const form = formOf([`${id(1)} v1 a`, `${id(3)} v3 a`, `${id(9)} v9`, `${id(5)} v5 a`])
  const { data, init } = await runBulk(api, form, { url: address([]), list, viewerId: 'me' })
  expect(pressed).toEqual([1, 3, 5].map((n) => `${id(n)} v${n} a k-${id(n)} me`))
  expect(init?.status).toBe(409)
  expect(data.rows.map(({ name, ok, text }) => [name, ok, text])).toEqual([
    ['Row 1', true, ''],
    ['Row 3', false, 'Somebody was first.'],
    ['A row', false, 'It is no longer there.'],
    ['Row 5', true, ''],
  ])
})

it('runs nothing without the reason that the act asks for', async () => {
  const { list, pressed } = listOf(1)
  const off = list.acts.off
  if (!off) throw new Error('The list has the act.')
  const asking = { ...list, acts: { off: { ...off, reason: 'Reason' } } }
  const { data } = await runBulk(api, formOf([`${id(1)} v`]), { url: address([]), list: asking, viewerId: 'me' })
  expect(Object.keys(data.errors)).toEqual(['reason'])
  expect(pressed).toEqual([])
})

it('takes a row in its new state for done, and a changed one for a conflict', async () => {
  const none = { data: [], error: null, status: 200 }
  const found = (state: string | null) => writeRun(none, { current: async () => state, target: 'off' })
  expect(await found('off')).toEqual({ ok: true })
  expect(await found('on')).toMatchObject({ ok: false, canRepeat: false })
  expect(await found(null)).toMatchObject({ ok: false, text: 'It is no longer there.' })
})

it.each([
  [0, true],
  [429, true],
  [503, true],
  [409, false],
])('a command that was answered with %d can be repeated: %s', (status, canRepeat) => {
  const refusal = { code: 'not_found', message: 'No.' } as never
  expect(commandRun<'send-mail-again'>({ ok: false, status, refusal })).toMatchObject({ ok: false, canRepeat })
})

it('undoes exactly the rows that the act changed, without asking for the reason again', async () => {
  const states = new Map([1, 2, 3, 4].map((n) => [id(n), n === 2 ? 'hidden' : 'shown']))
  const keys: string[] = []
  const list: BulkList = {
    noun: { one: 'row', many: 'rows' },
    acts: {
      hide: {
        label: 'Hide',
        done: 'Hidden',
        effect: 'They go.',
        reason: 'Reason',
        obstacle: () => null,
        async run(_, { id: row }) {
          if (row === id(4)) return { ok: false, text: 'Somebody was first.', canRepeat: false }
          if (states.get(row) === 'hidden') return { ok: true }
          states.set(row, 'hidden')
          return { ok: true, undo: 'version 2' }
        },
        undo: {
          done: 'Shown again',
          async run(_, { id: row, seen }, { key }) {
            keys.push(`${key} ${seen}`)
            states.set(row, 'shown')
            return { ok: true }
          },
        },
      },
    },
    read: async (_, ids) => ({
      rows: ids.map((row) => ({ id: row, name: row, seen: '', state: states.get(row) ?? '' })),
      failure: null,
    }),
  }
  const url = new URL('http://market.test/content/rows/bulk?act=hide')
  const form = formOf([1, 2, 3, 4].map((n) => `${id(n)} v`))
  const pressed = (await runBulk(api, openForm(withFields(form.data, { reason: 'It is rude.' })), at(list))).data
  expect(pressed.rows.map(({ undo }) => undo)).toEqual(['version 2', null, 'version 2', null])
  const again = formOf(pressed.rows.flatMap(({ id: row, undo }) => (undo === null ? [] : [`${row} ${undo}`])))
  const undone = (await runBulk(api, openForm(withFields(again.data, { intent: 'undo' })), at(list))).data
  expect(undone).toMatchObject({ ok: true, undone: 'Shown again' })
  expect(undone.rows.map(({ undo }) => undo)).toEqual([null, null])
  expect([...states.values()]).toEqual(['shown', 'hidden', 'shown', 'shown'])
  // Another key than that of the press, whose stored answer would be repeated otherwise.
  expect(keys).toEqual([1, 3].map((n) => `k-undo-${id(n)} version 2`))
  const { list: other } = listOf(1)
  const hopeless = openForm(withFields(formOf([`${id(1)} v`]).data, { intent: 'undo' }))
  await expect(runBulk(api, hopeless, { url: address([]), list: other, viewerId: 'me' })).rejects.toMatchObject({
    init: { status: 404 },
  })

  function at(among: BulkList) {
    return { url, list: among, viewerId: 'me' }
  }
})

function withFields(form: FormData, fields: Readonly<Record<string, string>>): FormData {
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

it('offers no undo for a write that found the row in its new state', async () => {
  const version = { undo: (row: unknown) => String(row), target: 'off', current: async () => 'off' }
  expect(await writeRun({ data: ['2'], error: null, status: 200 }, version)).toEqual({ ok: true, undo: '2' })
  expect(await writeRun({ data: [], error: null, status: 200 }, version)).toEqual({ ok: true })
})
