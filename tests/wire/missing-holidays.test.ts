import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '#api/api.ts'
import { proposeHolidays } from '#domain/time/holiday-proposals.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'
import { addHolidays, readMissingHolidays, removeHoliday } from '#web/staff/holiday-queries.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

test('from November on a chief is asked for the holidays of next year, until they are there', async () => {
  const token = await wire.tokenOf(await wire.market.person({ role: 'chief' }))
  const api = createApi({
    origin: ORIGIN,
    publishableKey: KEYS.publishable,
    accessToken: () => token,
    fetch: (input, init) => wire.request(String(input).slice(ORIGIN.length), init ?? {}),
  })
  await wire.market.db.owner.query(`delete from public.public_holidays where date >= '2028-01-01'`)
  // The last hour of October in UTC is November in Lagos.
  const missingAt = (moment: string) => readMissingHolidays(api, new Date(moment))
  expect(await missingAt('2027-10-31T22:59:00Z')).toBeNull()
  const dates = proposeHolidays(2028).map(({ date }) => date)
  expect(await missingAt('2027-10-31T23:01:00Z')).toEqual({ year: 2028, dates })
  expect(await missingAt('2027-12-31T22:59:00Z')).toEqual({ year: 2028, dates })
  expect((await addHolidays(api, proposeHolidays(2028))).error).toBeNull()
  expect(await missingAt('2027-11-01T12:00:00Z')).toBeNull()
  expect((await removeHoliday(api, '2028-10-01')).error).toBeNull()
  expect(await missingAt('2027-11-01T12:00:00Z')).toEqual({ year: 2028, dates: ['2028-10-01'] })
})
