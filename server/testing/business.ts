import type { TestMarket } from './market.ts'

export const COMPANY = {
  name: 'Mama Put Kitchen',
  tin: '12345678-0001',
  address: '12 Allen Avenue, Ikeja',
  state: 'Lagos',
}

/** A company that a manager of Lagos has verified, with its owner. */
export async function verifiedBusiness(market: TestMarket, facts: Partial<typeof COMPANY> = {}) {
  const owner = await market.person()
  const manager = await market.manager('Lagos')
  const { body } = await market.call('save-business', { ...COMPANY, tin: newTin(), ...facts }, { as: owner })
  const businessId: string = body.business_id
  const answer = await decideBusiness(market, businessId, { as: manager })
  if (answer.status !== 200) throw new Error(`The company is not verified: ${JSON.stringify(answer.body)}`)
  return { businessId, owner, manager }
}

let tins = 0
/** A tax number that no other company of the test has. */
function newTin(): string {
  tins += 1
  return `2000000${String(tins).padStart(3, '0')}`
}

/** Decides on what the company asks now. */
export async function decideBusiness(
  market: TestMarket,
  business_id: string,
  { as, decision = 'verify', note = '' }: { as: string; decision?: string; note?: string },
) {
  const { at } = await market.row<{ at: string }>(
    `select to_jsonb(requested_at) #>> '{}' as at from public.businesses where id = $1`,
    [business_id],
  )
  return market.call('decide-business', { business_id, decision, note, requested_at: at }, { as })
}

/** Somebody who has accepted to buy for the owner's company. */
export async function colleague(market: TestMarket, owner: string): Promise<{ person: string; memberId: string }> {
  const person = await market.person()
  const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [person])
  const { body } = await market.call('invite-colleague', { contact: email }, { as: owner })
  const memberId: string = body.member_id
  await market.call('join-business', { member_id: memberId }, { as: person })
  return { person, memberId }
}
