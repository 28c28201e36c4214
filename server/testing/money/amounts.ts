import type { TestMarket } from '../market.ts'

/** Raises the limits so that one person may enter any usual amount without a second approval. */
export async function raiseAmountLimits({ db }: Pick<TestMarket, 'db'>): Promise<void> {
  await db.owner.query(
    `insert into public.settings (key, value) values ('amount_limit_act_naira', '1000000'), ('amount_limit_day_naira', '5000000')`,
  )
}

/** Raises the limit so that a shop may hand over goods of any value without codes. */
export async function raiseOverrideLimit({ db }: Pick<TestMarket, 'db'>): Promise<void> {
  await db.owner.query(
    `insert into public.settings (key, value, effective_from, note) values ('shop_overrides_naira_a_day', '10000000', now(), 'A test')`,
  )
}

let entries = 0
/** Returns a new bank statement entry at each call. */
export const bankEntry = (): string => `GTB ${String(++entries).padStart(6, '0')}`
