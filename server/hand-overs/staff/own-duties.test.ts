import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const hub = async (name = 'Ketu hub') =>
  (
    await market.row<{ id: string }>(
      `insert into public.pickup_points (name, state, lga, street) values ($1, 'Lagos', 'Kosofe', '12 Ikorodu Road') returning id`,
      [name],
    )
  ).id
const dutiesOf = async (person: string | null) =>
  (await asPerson(market.db, person, 'select duty, place_name from public.own_duties order by duty')).rows

test('people can read only their own duties and invitations', async () => {
  const [place, person, otherUser] = [await hub(), await market.person(), await market.person()]
  const coordinator = await market.person({ role: 'coordinator' })
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [person])
  const invite = (duty: string) =>
    market.call('invite-staff', { pickup_point_id: place, duty, contact: email }, { as: coordinator })
  const accept = async (id: string) => market.call('accept-invitation', { invitation_id: id }, { as: person })

  const first = (await invite('hand-over')).body.invitation_id
  expect(await dutiesOf(person)).toEqual([{ duty: 'invitation', place_name: 'Ketu hub' }])
  await accept(first)
  await accept((await invite('delivery')).body.invitation_id)
  expect(await dutiesOf(person)).toEqual([
    { duty: 'delivery', place_name: 'Ketu hub' },
    { duty: 'hand-over', place_name: 'Ketu hub' },
  ])
  expect(await dutiesOf(otherUser)).toEqual([])
  expect(await dutiesOf(coordinator)).toEqual([])

  await market.db.owner.query('update public.memberships set ended_at = clock_timestamp() where person_id = $1', [
    person,
  ])
  expect(await dutiesOf(person)).toEqual([])
})

test('nobody becomes staff by an invitation of their own, whatever address it was sent to', async () => {
  const place = await hub('Oyingbo hub')
  const coordinator = await market.person({ role: 'coordinator' })
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [coordinator])
  const invited = await market.call(
    'invite-staff',
    { pickup_point_id: place, duty: 'hand-over', contact: email },
    { as: coordinator },
  )
  expect(invited.body).toMatchObject({ code: 'own_invitation' })
  // An address that becomes theirs later, or a row that another way has written.
  const { id } = await market.row<{ id: string }>(
    `insert into public.staff_invitations (pickup_point_id, duty, email, invited_by) values ($1, 'hand-over', $2, $3) returning id`,
    [place, email, coordinator],
  )
  expect(await dutiesOf(coordinator)).toEqual([])
  const accepted = await market.call('accept-invitation', { invitation_id: id }, { as: coordinator })
  expect(accepted.status).toBe(404)
})
