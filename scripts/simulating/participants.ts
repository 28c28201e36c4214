import type { Chance } from '#database/seed/chance.ts'
import type { SimulatedMarket } from './open-market.ts'

export interface Shop {
  vendorId: string
  ownerId: string
}

export interface Participants {
  chief: string
  buyers: string[]
  shops: Shop[]
}

/** Creates a chief, vendors with their shops, and buyers, some of them with a referrer. */
export async function createParticipants(
  market: SimulatedMarket,
  { buyers, vendors, chance }: { buyers: number; vendors: number; chance: Chance },
): Promise<Participants> {
  const chief = await createPerson(market, 'chief', 'Chief')
  await market.owner.query(`update public.profiles set role = 'chief' where id = $1`, [chief])
  const participants: Participants = { chief, buyers: [], shops: [] }
  for (let number = 1; number <= vendors; number += 1) participants.shops.push(await createShop(market, number))
  for (let number = 1; number <= buyers; number += 1) {
    const referrer = number > 5 && chance.happens(0.3) ? chance.pick(participants.buyers) : null
    participants.buyers.push(await createPerson(market, `buyer${number}`, `Buyer ${number}`, referrer))
  }
  return participants
}

/** Creates a login with a confirmed address, whose profile has the role of a customer. Returns its id. */
export async function createPerson(
  { owner }: Pick<SimulatedMarket, 'owner'>,
  key: string,
  name: string,
  referrer: string | null = null,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) select gen_random_uuid(), $1, now(),
       jsonb_strip_nulls(jsonb_build_object('full_name', $2::text, 'referral_code', (select referral_code from public.profiles where id = $3)))
     returning id`,
    [`${key}@market.test`, name, referrer],
  )
  return rows[0]?.id ?? ''
}

async function createShop(market: SimulatedMarket, number: number): Promise<Shop> {
  const ownerId = await createPerson(market, `vendor${number}`, `Vendor ${number}`)
  await market.owner.query(`update public.profiles set role = 'vendor' where id = $1`, [ownerId])
  const { rows } = await market.queryAs(
    'vendor',
    `insert into public.vendors (owner_id, business_name, location, state) values ($1, $2, 'Mile 12', 'Lagos') returning id`,
    [ownerId, `Simulated Foods ${number}`],
  )
  await market.queryAs('manager', `update public.vendors set status = 'active' where id = $1`, [rows[0].id])
  return { vendorId: rows[0].id, ownerId }
}
