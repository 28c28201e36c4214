import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { counted } from '#web/languages/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { moment, naira } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { Choice, CircleMonth, Vote } from './queries.ts'

interface VoteFormProps {
  open: CircleMonth
  choices: readonly Choice[]
  votes: readonly Vote[]
  /** The viewer's membership. */
  ownId: string
}

/** The vote of the open month, with the count of each group buy; those with votes first. */
export function VoteForm({ open, choices, votes, ownId }: VoteFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'vote'
  const votesFor = (id: string) => votes.filter(({ group_buy_id }) => group_buy_id === id).length
  const own = votes.find(({ member_id }) => member_id === ownId)?.group_buy_id
  const sorted = choices.toSorted((a, b) => votesFor(b.id) - votesFor(a.id))
  return (
    <section aria-labelledby="vote" className="grid gap-4">
      <SectionHeading id="vote">{i18n.t('What should the circle buy?')}</SectionHeading>
      {sorted.length === 0 ? (
        <p>{i18n.t('No group buy is open long enough yet. New ones open every week.')}</p>
      ) : (
        <Form method="post" className="grid gap-4">
          <fieldset>
            <legend className="mb-1 font-semibold">
              {i18n.t('Vote for a group buy until {moment}', { moment: moment(open.closes_at) })}
            </legend>
            {sorted.map(({ id, product_name, unit, current_price, end_date }) => (
              <div key={id} className="flex items-start gap-3 py-2.5">
                <input
                  type="radio"
                  id={`buy-${id}`}
                  name="group_buy_id"
                  value={id}
                  required
                  defaultChecked={own === id}
                  className="mt-0.5 size-5 shrink-0"
                />
                <div className="min-w-0">
                  <label htmlFor={`buy-${id}`} className="break-words">
                    {i18n.t('{product}, {price} a {unit}', {
                      product: product_name,
                      price: naira(current_price),
                      unit,
                    })}
                  </label>
                  <p className="text-14 text-soft">
                    {counted(i18n, votesFor(id), { one: /*i18n*/ '{count} vote', many: /*i18n*/ '{count} votes' })}
                    {', '}
                    {i18n.t('open until {moment}', { moment: moment(end_date) })}{' '}
                    <Link
                      to={`/group-buys/${id}`}
                      className="text-link"
                      aria-label={i18n.t('See {product}', { product: product_name })}
                    >
                      {i18n.t('See it')}
                    </Link>
                  </p>
                </div>
              </div>
            ))}
          </fieldset>
          <Button
            name="intent"
            value="vote"
            tone="plain"
            className="justify-self-start"
            busy={busy}
            busyLabel={i18n.t('Saving')}
          >
            {own ? i18n.t('Change my vote') : i18n.t('Vote')}
          </Button>
        </Form>
      )}
    </section>
  )
}
