import type { Api } from '#api/api.ts'
import type { GroupBuyDraft } from '#domain/group-buys/publishing.ts'
import { JOINED_MEANWHILE, NO_LONGER_A_DRAFT } from '#domain/texts/screens.ts'
import type { Checked, Errors } from '#domain/validation.ts'
import type { ActionOutcome } from '#web/desk/outcome.tsx'
import { saveEdits } from '#web/desk/save-edits.ts'
import { type BuyValues, buyInput, fromBuyFields, storedBuyValues, toBuyFields } from './buy-values.ts'
import { canChangeTerms, type OwnBuy, readOwnBuy, updateBuy } from './queries.ts'

interface StoredBuy {
  shopId: string
  stored: OwnBuy
  values: BuyValues
  publish: boolean
  check: (input: Record<string, unknown>) => Checked<GroupBuyDraft>
}

type SaveDraftResult =
  | { answer: Awaited<ReturnType<typeof updateBuy>> }
  | { refused: { errors: Errors; values: BuyValues; outcome: ActionOutcome | null } }

/**
 * Saves a draft, publishes it, or changes a published buy without participants, by merging the form's changes: fields
 * another tab has saved in the meantime are preserved.
 */
export async function saveStoredBuy(
  api: Api,
  { shopId, stored, values, publish, check }: StoredBuy,
): Promise<SaveDraftResult> {
  const { id } = stored
  const from = stored.status === 'active' ? 'active' : 'draft'
  const conflictText = from === 'active' ? JOINED_MEANWHILE : NO_LONGER_A_DRAFT
  const current = async () => {
    const buy = await readOwnBuy(api, shopId, id)
    return buy?.status === from && canChangeTerms(buy)
      ? { values: toBuyFields(storedBuyValues(buy)), version: buy.updated_at }
      : null
  }
  if (!(await current())) return { refused: { errors: {}, values, outcome: { ok: false, text: conflictText } } }
  const { as_read: read, ...typed } = values
  const saved = await saveEdits<GroupBuyDraft, Awaited<ReturnType<typeof updateBuy>>>({
    typed: { ...toBuyFields(typed), ...(read !== undefined && { as_read: read }) },
    current,
    check: (fields) => check(buyInput(fromBuyFields(fields, values))),
    write: (draft, version) =>
      updateBuy(api, { id, version, from }, { ...draft, status: publish || from === 'active' ? 'active' : 'draft' }),
  })
  if ('answer' in saved) return saved
  const { errors, outcome } = saved.clash
  return { refused: { errors, values: fromBuyFields(saved.clash.values, values), outcome } }
}
