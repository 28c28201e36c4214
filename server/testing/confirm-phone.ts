import type { TestMarket } from './market.ts'

let phones = 0

/** Gives a person a confirmed phone number and returns it. */
export async function confirmPhone(market: TestMarket, person: string): Promise<string> {
  phones += 1
  const phone = `23480355${String(phones).padStart(5, '0')}`
  await market.db.owner.query('update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
    person,
    phone,
  ])
  return phone
}
