import { expect, test } from 'vitest'
import { readKeysetBatches, readKeysetPage } from './keyset-page.ts'

interface Payment {
  id: string
  created_at: string
}

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

/** Seven rows, three of them at one moment, newest first and then by id. */
const ROWS: Payment[] = [1, 2, 3, 4, 5, 6, 7].map((n) => ({
  id: idOf(n),
  created_at: `2026-05-0${n < 3 ? 9 : n < 6 ? 8 : 7}T10:00:00.123456+00:00`,
}))

interface Found {
  data: Payment[]
  error: null
}

/** The table API's filters as `readKeysetPage` uses them. */
class FakeQuery implements PromiseLike<Found> {
  private rows = [...ROWS]
  private most = 1000
  private orders: [keyof Payment, boolean][] = []
  order(column: string, { ascending }: { ascending: boolean }) {
    this.orders.push([column as keyof Payment, ascending])
    return this
  }
  lte(column: string, value: string) {
    this.rows = this.rows.filter((row) => row[column as keyof Payment] <= value)
    return this
  }
  gte(column: string, value: string) {
    this.rows = this.rows.filter((row) => row[column as keyof Payment] >= value)
    return this
  }
  or(filters: string) {
    const parts = filters.split(',').map((part) => /^(\w+)\.(gt|lt)\.(.*)$/.exec(part))
    this.rows = this.rows.filter((row) =>
      parts.some((part) => {
        const [value, limit] = [row[part?.[1] as keyof Payment], part?.[3]?.replaceAll('"', '') ?? '']
        return part?.[2] === 'gt' ? value > limit : value < limit
      }),
    )
    return this
  }
  limit(size: number) {
    this.most = size
    return this
  }
  // biome-ignore lint/suspicious/noThenProperty: the table API's query is awaited.
  then<A = Found, B = never>(
    done?: ((value: Found) => A | PromiseLike<A>) | null,
    failed?: ((fault: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const sorted = this.rows.toSorted((a, b) => {
      for (const [column, ascending] of this.orders)
        if (a[column] !== b[column]) return (a[column] < b[column] ? -1 : 1) * (ascending ? 1 : -1)
      return 0
    })
    return Promise.resolve({ data: sorted.slice(0, this.most), error: null }).then(done, failed)
  }
}

const read = (params: Record<string, string>) =>
  readKeysetPage<Payment>(new FakeQuery(), new URLSearchParams(params), 3)
const numbers = (rows: readonly Payment[]) => rows.map(({ id }) => Number(id.at(-1)))

test('pages forwards and backwards show each row once, also rows of one moment', async () => {
  const first = await read({})
  expect(numbers(first.rows)).toEqual([1, 2, 3])
  expect(first.newer).toBeNull()
  const second = await read({ older: first.older ?? '' })
  expect(numbers(second.rows)).toEqual([4, 5, 6])
  const third = await read({ older: second.older ?? '' })
  expect(numbers(third.rows)).toEqual([7])
  expect(third.older).toBeNull()
  const back = await read({ newer: third.newer ?? '' })
  expect(numbers(back.rows)).toEqual([4, 5, 6])
  const start = await read({ newer: back.newer ?? '' })
  expect(numbers(start.rows)).toEqual([1, 2, 3])
  expect(start.newer).toBeNull()
})

test('a cursor that is none counts as absent', async () => {
  for (const older of ['x', `yesterday_${idOf(1)}`, '2026-05-08T10:00:00Z_1', `2026-05-08T10:00:00Z",id.gt.${idOf(1)}`])
    expect(numbers((await read({ older })).rows)).toEqual([1, 2, 3])
})

test('a download has each row once, in the order of the pages', async () => {
  const rows: Payment[] = []
  for await (const batch of readKeysetBatches<Payment>(() => new FakeQuery())) rows.push(...batch)
  expect(numbers(rows)).toEqual([1, 2, 3, 4, 5, 6, 7])
})
