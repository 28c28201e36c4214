import type { PoolClient } from 'pg'
import { presentIdentity, type UserIdentity } from './identities.ts'

interface UserRow {
  id: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number
  phone: string | null
  phone_confirmed_at: Date | null
  phone_change: string | null
  phone_change_sent_at: Date | null
  confirmed_at: Date | null
  reauthentication_sent_at: Date | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
  is_sso_user: boolean
  is_anonymous: boolean
  banned_until: Date | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
}

interface Factor {
  id: string
  friendly_name: string | null
  factor_type: 'totp' | 'phone' | 'webauthn'
  status: 'unverified' | 'verified'
  phone: string | null
  last_challenged_at: string | null
  created_at: string
  updated_at: string
}

/** A user with identities and factors. */
export interface User extends UserRow {
  identities: UserIdentity[]
  factors: Factor[]
}

/** Columns derived from a row `u` of auth.users. */
export const USER_PARTS = `
    coalesce((select json_agg(i order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]') as identities,
    coalesce((select json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
        'status', f.status, 'phone', f.phone, 'last_challenged_at', f.last_challenged_at, 'created_at', f.created_at,
        'updated_at', f.updated_at) order by f.created_at, f.id)
      from auth.mfa_factors f where f.user_id = u.id), '[]') as factors`

const SELECT_USER = `select u.*, ${USER_PARTS} from auth.users u`

export async function findUserById(tx: PoolClient, id: string, options: { lock?: boolean } = {}): Promise<User | null> {
  const { rows } = await tx.query<User>({
    name: options.lock ? 'auth_lock_user' : 'auth_find_user',
    text: `${SELECT_USER} where u.id = $1 and u.deleted_at is null ${options.lock ? 'for update of u' : ''}`,
    values: [id],
  })
  return rows[0] ?? null
}

/** SSO users are never found by e-mail: only their provider vouches for the address. */
export async function findUserByEmail(tx: PoolClient, email: string): Promise<User | null> {
  const { rows } = await tx.query<User>({
    name: 'auth_find_user_by_email',
    text: `${SELECT_USER} where u.email = $1 and not u.is_sso_user and u.deleted_at is null`,
    values: [email],
  })
  return rows[0] ?? null
}

export async function findUserByPhone(tx: PoolClient, phone: string): Promise<User | null> {
  const { rows } = await tx.query<User>(`${SELECT_USER} where u.phone = $1 and u.deleted_at is null`, [phone])
  return rows[0] ?? null
}

/** Newest first; `search` matches any part of an e-mail address or phone number. */
export async function listUsers(
  tx: PoolClient,
  page: { limit: number; offset: number; search: string },
): Promise<{ users: User[]; total: number }> {
  const matches = `u.deleted_at is null and ($1 = '' or strpos(u.email, $1) > 0 or strpos(u.phone, $1) > 0)`
  const { rows } = await tx.query<User>(
    `${SELECT_USER} where ${matches} order by u.created_at desc, u.id limit $2 offset $3`,
    [page.search, page.limit, page.offset],
  )
  const counted = await tx.query<{ total: number }>(
    `select count(*)::int as total from auth.users u where ${matches}`,
    [page.search],
  )
  return { users: rows, total: counted.rows[0]?.total ?? 0 }
}

type UserChanges = Partial<Omit<UserRow, 'id' | 'confirmed_at' | 'created_at' | 'updated_at'>>

/** Creates a user; none if the address is taken, even concurrently. */
export async function insertUser(tx: PoolClient, values: UserChanges & { id: string }): Promise<boolean> {
  const columns = Object.keys(values)
  const places = columns.map((_, index) => `$${index + 1}`)
  const { rowCount } = await tx.query(
    `insert into auth.users (${columns.join(', ')}) values (${places.join(', ')}) on conflict do nothing`,
    Object.values(values).map(toColumn),
  )
  return rowCount === 1
}

/** Column names come from the type, never from a request. */
export async function updateUser(tx: PoolClient, id: string, changes: UserChanges): Promise<void> {
  const columns = Object.keys(changes)
  const places = columns.map((column, index) => `${column} = $${index + 2}`)
  await tx.query(`update auth.users set ${[...places, 'updated_at = now()'].join(', ')} where id = $1`, [
    id,
    ...Object.values(changes).map(toColumn),
  ])
}

function toColumn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value
}

/** The user as clients see it; nulls are left out, as they expect. */
export function presentUser(user: User): Record<string, unknown> {
  return withoutNulls({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone: user.phone ?? '',
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: user.confirmed_at,
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change || null,
    email_change_sent_at: user.email_change_sent_at,
    new_phone: user.phone_change || null,
    phone_change_sent_at: user.phone_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: user.factors.length > 0 ? user.factors.map(presentFactor) : null,
    identities: user.identities.map(presentIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until,
    deleted_at: user.deleted_at,
    is_anonymous: user.is_anonymous,
  })
}

export function presentFactor(factor: Factor): Record<string, unknown> {
  const at = (text: string | null) => (text ? new Date(text) : null)
  return withoutNulls({
    ...factor,
    last_challenged_at: at(factor.last_challenged_at),
    created_at: at(factor.created_at),
    updated_at: at(factor.updated_at),
  })
}

export function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}
