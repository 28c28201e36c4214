import type { TestMarket } from './market.ts'

/** For tests of what comes after: one person may type any amount alone that is usual for its goods. */
export async function liftAmountLimits({ db }: Pick<TestMarket, 'db'>): Promise<void> {
  await db.owner.query(
    `insert into public.settings (key, value) values ('amount_limit_act_naira', '1000000'), ('amount_limit_day_naira', '5000000')`,
  )
}

/** For tests of what comes after: a shop may hand over goods of any worth without codes. */
export async function liftOverrideLimit({ db }: Pick<TestMarket, 'db'>): Promise<void> {
  await db.owner.query(
    `insert into public.settings (key, value, effective_from, note) values ('shop_overrides_naira_a_day', '10000000', now(), 'A test')`,
  )
}

let entries = 0
/** An entry on the statement of our bank; another one each time. */
export const bankEntry = (): string => `GTB ${String(++entries).padStart(6, '0')}`
