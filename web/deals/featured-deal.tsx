import { useLingui } from '@lingui/react'
import { readDealOptions } from '#domain/deals/featured-deal.ts'
import { deletionQuestions } from '#domain/texts/deletions.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { DealCard } from '#web/ui/cards/deal-card.tsx'
import { PriceTag } from '#web/ui/cards/price-tag.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { dealTarget } from './deal-target.ts'
import type { FeaturedDealRow } from './queries.ts'

interface FeaturedDealProps {
  deal: FeaturedDealRow
  /** The server's time of the response. */
  now: string
  eager?: boolean
  /** Whether the viewer is content staff, who can edit and delete. */
  mayEdit: boolean
}

/** A deal chosen by content staff. Its card opens the deal's product or group buy. */
export function FeaturedDeal({ deal, now, eager = false, mayEdit }: FeaturedDealProps) {
  const { i18n } = useLingui()
  const target = dealTarget(deal, now)
  return (
    <DealCard
      name={deal.name}
      picture={deal.image_url}
      eager={eager}
      {...(target.to && { to: target.to })}
      {...(target.place && { place: target.place })}
      priceTag={<PriceTag price={target.price} basePrice={target.basePrice} unit={target.unit} />}
      timeLeft={
        target.to && (
          <div className="flex flex-wrap justify-between gap-x-3 text-14">
            {target.endsAt && <Countdown endsAt={target.endsAt} now={now} />}
            {/* The whole card is the link. */}
            <span className="font-semibold text-adire">{i18n.t(target.action)}</span>
          </div>
        )
      }
    >
      <Options options={readDealOptions(deal.options)} />
      {mayEdit && <StaffTools deal={deal} />}
    </DealCard>
  )
}

function Options({ options }: { options: readonly string[] }) {
  const { i18n } = useLingui()
  if (options.length === 0) return null
  return (
    <ul aria-label={i18n.t('Options')} className="flex flex-wrap gap-1.5">
      {options.map((option) => (
        <li key={option} className="rounded-[5px] border border-grain px-2 py-0.5 text-14 break-words">
          {option}
        </li>
      ))}
    </ul>
  )
}

function StaffTools({ deal }: { deal: FeaturedDealRow }) {
  const { i18n } = useLingui()
  return (
    <div className="flex gap-2 border-t border-grain pt-2">
      <LinkButton
        to={`/content/deals/${deal.id}`}
        tone="quiet"
        size="small"
        aria-label={i18n.t('Edit {name}', { name: deal.name })}
      >
        {i18n.t('Edit')}
      </LinkButton>
      <ConfirmForm
        question={i18n.t(deletionQuestions.deal)}
        detail={i18n.t('It leaves the home page at once. You can restore it at the content desk.')}
        confirmLabel={i18n.t('Delete deal')}
        label={i18n.t('Delete {name}', { name: deal.name })}
        className={buttonClass({ tone: 'quiet', size: 'small' })}
        fields={{ intent: 'delete-deal', id: deal.id }}
      >
        {i18n.t('Delete')}
      </ConfirmForm>
    </div>
  )
}
