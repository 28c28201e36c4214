import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { seededChance } from './chance.ts'
import { demoId, personId } from './ids.ts'
import { after, DAY } from './lagos-time.ts'
import { BUYER_NAMES, REFERRALS } from './names.ts'
import { insertRows } from './rows.ts'
import { VENDORS } from './vendors.ts'

export interface Person {
  /** The local part of the address `key`@ajoja.test. */
  key: string
  id: string
  name: string
  role: string
  joinedAt: Date
}

const PASSWORD = 'ajoja-demo'
/** Age of the market and its staff's accounts in days. */
const OPENED_DAYS_AGO = 210

export const VERIFIED_AFTER_HOURS = 6

const STAFF: [key: string, name: string, role: string][] = [
  ['chief', 'Ngozi Adichie-Balogun', 'chief'],
  ['coordinator', 'Ibrahim Danladi', 'coordinator'],
  ['manager', 'Funmilayo Ogunbiyi', 'manager'],
  ['manager2', 'Yakubu Pam', 'manager'],
  ['manager3', 'Ibiso Briggs', 'manager'],
  ['administrator', 'Tochukwu Amaechi', 'administrator'],
  ['supervisor', 'Bukola Adesina', 'supervisor'],
]

/** The states of each manager. */
export const REGIONS: Record<string, string[]> = {
  manager: ['Lagos', 'Ogun', 'Oyo', 'Osun'],
  manager2: ['FCT', 'Kano', 'Kaduna', 'Plateau', 'Benue'],
  manager3: ['Rivers', 'Edo', 'Enugu', 'Anambra', 'Akwa Ibom'],
}

export function makePeople(now: Date): Person[] {
  const opened = after(now, -OPENED_DAYS_AGO * 24)
  const chance = seededChance('people')
  const person = (key: string, name: string, role: string, joinedAt: Date): Person => {
    const id = personId(key)
    return { key, id, name, role, joinedAt }
  }
  return [
    ...STAFF.map(([key, name, role], index) => person(key, name, role, after(opened, index))),
    person('customer', 'Amaka Oladipo', 'customer', after(opened, 5 * 24)),
    // Hands over at the hub: staff by membership, with the role of a customer.
    person('hub', 'Rasheedat Salami', 'customer', after(opened, 4 * 24)),
    ...VENDORS.map(({ owner, ownerName, status }, index) =>
      person(owner, ownerName, 'vendor', status === 'pending' ? after(now, -52) : after(opened, 24 * (1 + index * 3))),
    ),
    ...BUYER_NAMES.map((name, index) =>
      person(`buyer${index + 1}`, name, 'customer', after(opened, 24 * (6 + index * 3) + chance.integer(0, 40))),
    ),
    // Delivers for the hub, also by membership.
    person('rider', 'Sunday Okafor', 'customer', after(opened, 30 * 24)),
  ]
}

/** Ids of the demo's logins, by which a demo database is recognised whatever has happened to its rows. */
export function demoLoginIds(): string[] {
  return makePeople(new Date(0)).map(({ id }) => id)
}

/** The key of each buyer's referrer, by key of the buyer. */
export const REFERRER_KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries(REFERRALS).flatMap(([referrer, referred]) =>
    referred.map((number): [string, string] => [`buyer${number}`, referrer]),
  ),
)

/**
 * Triggers create profiles and referral codes for the logins; roles are set afterwards. Queued welcome mails are
 * removed.
 */
export async function insertPeople(client: pg.ClientBase, people: readonly Person[], now: Date): Promise<void> {
  const passwordHash = await demoPasswordHash()
  const chance = seededChance('sign-ins')
  const logins = people.map((person) => {
    const email = `${person.key}@ajoja.test`
    const facts = { sub: person.id, email, full_name: person.name, email_verified: true, phone_verified: false }
    const signedInAt = chance.between(new Date(Math.max(person.joinedAt.getTime(), now.getTime() - 20 * DAY)), now)
    return { person, email, facts: { ...facts, role: person.role === 'vendor' ? 'vendor' : 'customer' }, signedInAt }
  })
  await insertRows(
    client,
    'auth.users',
    logins.map(({ person, email, facts, signedInAt }) => ({
      id: person.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      encrypted_password: passwordHash,
      email_confirmed_at: after(person.joinedAt, 0.1),
      email_change_confirm_status: 0,
      last_sign_in_at: signedInAt,
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
      raw_user_meta_data: facts,
      is_sso_user: false,
      is_anonymous: false,
      created_at: person.joinedAt,
      updated_at: signedInAt,
    })),
  )
  await insertRows(
    client,
    'auth.identities',
    logins.map(({ person, facts, signedInAt }) => ({
      id: demoId('identity', person.key),
      user_id: person.id,
      provider: 'email',
      provider_id: person.id,
      identity_data: facts,
      last_sign_in_at: signedInAt,
      created_at: person.joinedAt,
      updated_at: signedInAt,
    })),
  )
  await client.query(`delete from jobs.queue where task = 'send-welcome-mail'`)
  await client.query(
    `update public.profiles p set role = s.role, created_at = s.created_at
     from jsonb_to_recordset($1::jsonb) as s (id uuid, role text, created_at timestamptz) where p.id = s.id`,
    [JSON.stringify(people.map(({ id, role, joinedAt }) => ({ id, role, created_at: joinedAt })))],
  )
  await insertRows(
    client,
    'public.manager_regions',
    Object.entries(REGIONS).flatMap(([key, states]) =>
      states.map((state) => ({
        manager_id: personId(key),
        state,
        assigned_by: personId('coordinator'),
        created_at: after(now, -(OPENED_DAYS_AGO - 1) * 24),
      })),
    ),
  )
  await insertRows(
    client,
    'public.verified_accounts',
    people
      .filter(({ key }) => VERIFIED.includes(key))
      .map(({ id, joinedAt }) => ({
        profile_id: id,
        verified_by: personId('chief'),
        verified_at: after(joinedAt, VERIFIED_AFTER_HOURS),
      })),
  )
}

/** Canteens and caterers, whom the chief has verified, so that their limits on unpaid promises are higher. */
export const VERIFIED = ['buyer6', 'buyer7', 'buyer33', 'buyer35', 'buyer41', 'buyer52']

/** One hash for all accounts, with the parameters of the auth service; the fixed salt makes two demo markets equal. */
function demoPasswordHash(): Promise<string> {
  const salt = Buffer.from('ajoja-demo-salt!')
  return hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt })
}
