import type pg from 'pg'
import { type BusinessFacts, type BusinessState, checkBusiness } from '#domain/businesses/business.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { notifyOverseers } from '#server/notices/notify-overseers.ts'
import { lockOwnBusiness } from './own-business.ts'

/**
 * A person asks for their company to be verified, or corrects what they asked. For a verified company it is a request
 * to change it: until staff agree, everything stays as it was.
 */
export const saveBusiness: Command<'save-business'> = {
  name: 'save-business',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, windowSeconds: 3600 },
  fields: ['name', 'tin', 'address', 'state'],
  check: checkBusiness,
  async run({ input, caller, tx, context }) {
    const personId = caller.userId ?? ''
    const own = await lockOwnBusiness(tx, personId)
    if (own && own.role !== 'owner') return refuse('not_allowed')
    if (await isTaken(tx, { tin: input.tin, ownId: own?.id ?? null })) return refuse('business_taken')
    if (own?.status === 'verified' && isSame(own, input)) return { business_id: own.id }
    const id = own ? await change(tx, { id: own.id, status: own.status, ...input }) : await found(tx, personId, input)
    const state = own?.state ?? input.state
    await notifyOverseers(tx, 'business-to-check', {
      state,
      factsFor: (area) => ({ business: input.name, state, area }),
      siteUrl: context.siteUrl,
    })
    return { business_id: id }
  },
}

const isSame = (own: BusinessFacts, asked: BusinessFacts) =>
  own.name === asked.name && own.tin === asked.tin && own.address === asked.address

async function isTaken(tx: pg.PoolClient, { tin, ownId }: { tin: string; ownId: string | null }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.businesses where tin = $1 and status = 'verified' and id is distinct from $2`,
    [tin, ownId],
  )
  return rowCount !== 0
}

type RequestedFacts = BusinessFacts & { state: string }

async function found(
  tx: pg.PoolClient,
  personId: string,
  { name, tin, address, state }: RequestedFacts,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    'insert into public.businesses (name, tin, address, state) values ($1, $2, $3, $4) returning id',
    [name, tin, address, state],
  )
  const id = rows[0]?.id ?? ''
  await tx.query(
    `insert into public.business_members (business_id, person_id, role, invited_by, accepted_at) values ($1, $2, 'owner', $2, clock_timestamp())`,
    [id, personId],
  )
  return id
}

/** A verified company keeps its state: the staff who verified it are those of that state. */
async function change(tx: pg.PoolClient, own: RequestedFacts & { id: string; status: BusinessState }): Promise<string> {
  await (own.status === 'verified'
    ? tx.query(
        'update public.businesses set new_name = $2, new_tin = $3, new_address = $4, requested_at = clock_timestamp() where id = $1',
        [own.id, own.name, own.tin, own.address],
      )
    : tx.query(
        `update public.businesses set name = $2, tin = $3, address = $4, state = $5, status = 'requested', requested_at = clock_timestamp() where id = $1`,
        [own.id, own.name, own.tin, own.address, own.state],
      ))
  return own.id
}
