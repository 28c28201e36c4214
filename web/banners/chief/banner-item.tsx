import { Form } from 'react-router'
import { type BannerOverlap, bannerPhase, SHOW_AGAIN_MS } from '#domain/banners/banner.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { BannerPreview } from './banner-preview.tsx'
import {
  audienceText,
  bannerOverlapTexts,
  bannerSpan,
  languageName,
  toneLabels,
  translatedInto,
} from './banner-texts.ts'
import type { BannerRow } from './queries.ts'

interface BannerItemProps {
  banner: BannerRow
  overlaps: readonly BannerOverlap[]
  now: number
}

const MAX_SENTENCES = 3

/** A banner of the list: its preview, readers, time and author, and what can be done. */
export function BannerItem({ banner, overlaps, now }: BannerItemProps) {
  const others = translatedInto(banner)
  const sentences = bannerOverlapTexts(overlaps, banner)
  return (
    <li className="grid gap-2 py-4">
      <BannerPreview banner={banner} />
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={banner.tone === 'warning' ? 'warm' : 'info'}>{toneLabels[banner.tone]}</Badge>
        {audienceText(banner)}
      </p>
      <p>{bannerSpan(banner)}</p>
      {sentences.slice(0, MAX_SENTENCES).map((sentence) => (
        <p key={sentence} className="wrap-anywhere">
          {sentence}
        </p>
      ))}
      {sentences.length > MAX_SENTENCES && <p>{sentences.length - MAX_SENTENCES} more at the same time.</p>}
      <p className="text-14 wrap-anywhere text-soft">
        {banner.author?.full_name ? `Written by ${banner.author.full_name}. ` : ''}
        {others.length > 0 ? `Also in ${others.map(languageName).join(', ')}.` : 'In English only.'}
      </p>
      <Acts banner={banner} now={now} />
    </li>
  )
}

function Acts({ banner, now }: Pick<BannerItemProps, 'banner' | 'now'>) {
  const phase = bannerPhase(banner, now)
  if (phase === 'past') return <PastActs banner={banner} now={now} />
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to={`/chief/banners/${banner.id}`} tone="plain">
        Edit <span className="sr-only">{banner.title}</span>
      </LinkButton>
      <ConfirmForm
        question={phase === 'now' ? 'End this banner now?' : 'Withdraw this banner?'}
        detail={
          <p className="wrap-anywhere">
            “{banner.title}” {phase === 'now' ? 'leaves all pages within seconds.' : 'will not be shown.'} You can undo
            this within a minute.
          </p>
        }
        confirmLabel={phase === 'now' ? 'End it now' : 'Withdraw it'}
        cancelLabel="Leave it"
        fields={{ intent: 'end', id: banner.id }}
        className={buttonClass({ tone: 'plain' })}
        label={`${phase === 'now' ? 'End now' : 'Withdraw'}: ${banner.title}`}
      >
        {phase === 'now' ? 'End it now' : 'Withdraw'}
      </ConfirmForm>
    </div>
  )
}

function PastActs({ banner, now }: Pick<BannerItemProps, 'banner' | 'now'>) {
  const { id, title, ended_at: endedAt, ends_at: endsAt } = banner
  const canUndo = endedAt !== null && now < Date.parse(endedAt) + SHOW_AGAIN_MS && now < Date.parse(endsAt)
  return (
    <div className="flex flex-wrap gap-3">
      {canUndo && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button name="intent" value="again">
            Undo the end <span className="sr-only">of {title}</span>
          </Button>
        </Form>
      )}
      <LinkButton to={`/chief/banners/new?like=${id}`} tone="plain">
        Write one like it <span className="sr-only">: {title}</span>
      </LinkButton>
    </div>
  )
}
