import type { Api } from '#api/api.ts'
import type { GroupBuyDraft } from '#domain/group-buys/publishing.ts'
import { NO_LONGER_A_DRAFT } from '#domain/texts/screens.ts'
import type { Checked, Errors } from '#domain/validation.ts'
import type { Outcome } from '#web/desk/outcome.tsx'
import { saveEdits } from '#web/desk/save-edits.ts'
import { type BuyValues, buyInput, buyOfFields, fieldsOfBuy, valuesOf } from './buy-values.ts'
import { changeBuy, readOwnBuy } from './queries.ts'

interface StoredDraft {
  shopId: string
  id: string
  values: BuyValues
  publish: boolean
  check: (input: Record<string, unknown>) => Checked<GroupBuyDraft>
}

type Saved =
  | { answer: Awaited<ReturnType<typeof changeBuy>> }
  | { refused: { errors: Errors; values: BuyValues; outcome: Outcome | null } }

/** Saves or publishes a stored draft as its form's author saw it: what another tab saved meanwhile is not undone. */
export async function saveStoredDraft(api: Api, { shopId, id, values, publish, check }: StoredDraft): Promise<Saved> {
  const stored = await readOwnBuy(api, shopId, id)
  if (stored && stored.status !== 'draft') {
    return { refused: { errors: {}, values, outcome: { ok: false, text: NO_LONGER_A_DRAFT } } }
  }
  const { as_read: read, ...typed } = values
  const saved = await saveEdits<GroupBuyDraft, Awaited<ReturnType<typeof changeBuy>>>({
    typed: { ...fieldsOfBuy(typed), ...(read !== undefined && { as_read: read }) },
    current: async () => {
      const buy = await readOwnBuy(api, shopId, id)
      return buy?.status === 'draft' ? { values: fieldsOfBuy(valuesOf(buy)), version: buy.updated_at } : null
    },
    check: (fields) => check(buyInput(buyOfFields(fields, values))),
    write: (draft, version) => changeBuy(api, { id, version }, { ...draft, status: publish ? 'active' : 'draft' }),
  })
  if ('answer' in saved) return saved
  const { errors, outcome } = saved.clash
  return { refused: { errors, values: buyOfFields(saved.clash.values, values), outcome } }
}
