import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff of the region or content staff hide a photograph of a buy's goods, or show it again; never one of a buy in which
 * they have a part.
 */
export const judgeBuyPicture: Command<'judge-buy-picture'> = {
  name: 'judge-buy-picture',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['group_buy_id', 'picture_id', 'hide', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      group_buy_id: uuid('Group buy'),
      picture_id: uuid('Photograph'),
      hide: (sent) => (typeof sent === 'boolean' ? { value: sent } : { error: 'Please say whether it is hidden.' }),
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ hidden: boolean; product: string; shop: string }>(
      `select k.hidden_at is not null as hidden, g.product_name as product, v.business_name as shop
       from public.buy_pictures k join public.group_buys g on g.id = k.group_buy_id join public.vendors v on v.id = g.vendor_id
         join public.profiles p on p.id = $3
       where k.id = $1 and k.group_buy_id = $2 and g.published_at is not null and (p.role in ('administrator', 'supervisor') or rights.person_oversees($3, v.state)) for update of k`,
      [input.picture_id, input.group_buy_id, caller.userId],
    )
    const [picture] = rows
    if (!picture) return refuse('buy_picture_not_found')
    if (picture.hidden === input.hide) return refuse('already_done')
    await tx.query(
      `update public.buy_pictures set hidden_at = case when $2 then clock_timestamp() end, hidden_by = $3, hide_reason = $4 where id = $1`,
      [input.picture_id, input.hide, caller.userId, input.reason],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: input.hide ? 'buy-picture.hide' : 'buy-picture.show',
      subject: { type: 'buy-picture', id: input.picture_id },
      after: { product: picture.product, shop: picture.shop, reason: input.reason },
    })
    return { picture_id: input.picture_id, hidden: input.hide }
  },
}
