import { useLingui } from '@lingui/react'
import {
  type ClaimActor,
  claimStatusText,
  eventText,
  hasPaidNothing,
  missedDeadline,
  nextStepText,
} from '#domain/claims/claim-texts.ts'
import { MAX_EVIDENCE } from '#domain/claims/claiming.ts'
import type { ClaimState } from '#domain/claims/states.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { UploadField } from '#web/files/uploads/upload-field.tsx'
import { translate } from '#web/languages/translate.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { moment } from '#web/ui/format.ts'
import { type Claim, claimProgress } from './queries.ts'

const TONES: Record<ClaimState, BadgeTone> = {
  open: 'warm',
  answered: 'warm',
  offered: 'warm',
  disputed: 'urgent',
  proposed: 'info',
  upheld: 'good',
  rejected: 'plain',
  withdrawn: 'plain',
  appealed: 'urgent',
  upheld_final: 'good',
  rejected_final: 'plain',
}

export function StateBadge({ claim }: { claim: Parameters<typeof claimProgress>[0] }) {
  const { i18n } = useLingui()
  const figures = { outcomeKobo: claim.outcome_kobo, returnedGoodsKobo: claim.returned_goods_kobo }
  return (
    <Badge tone={hasPaidNothing(figures) ? 'plain' : TONES[claim.status]}>
      {i18n.t(claimStatusText(claim.status, figures))}
    </Badge>
  )
}

/** The next step with its date, and whether that date has passed. */
export function NextStep({ claim, now }: { claim: Parameters<typeof claimProgress>[0]; now: string }) {
  const { i18n } = useLingui()
  const progress = claimProgress(claim)
  const late = missedDeadline(progress, new Date(now))
  return (
    <>
      {translate(i18n, nextStepText(progress))}
      {late && (
        <>
          {' '}
          <Badge tone="urgent">{i18n.t('Late since {moment}', { moment: moment(late) })}</Badge>
        </>
      )}
    </>
  )
}

/** The messages of both sides, with their times. */
export function ClaimEvents({ events }: { events: Claim['events'] }) {
  const { i18n } = useLingui()
  return (
    <ol className="grid gap-4">
      {events.map(({ id, kind, part, text, created_at: at }) => (
        <li key={id} className="border-l-4 border-grain pl-3">
          <p className="font-bold">{translate(i18n, eventText(part as ClaimActor, kind))}</p>
          {text && <p className="mt-1 break-words whitespace-pre-line">{text}</p>}
          <p className="mt-1 text-14 text-soft">
            <time dateTime={at}>{moment(at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Pictures and films of both sides. Their signed addresses expire after an hour. */
export function Evidence({ evidence, files }: Pick<Claim, 'evidence'> & { files: Record<string, string> }) {
  const { i18n } = useLingui()
  if (evidence.length === 0) return <p className="text-soft">{i18n.t('No pictures or films.')}</p>
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {evidence.map(({ id, path, type, part }, index) => {
        const number = index + 1
        const isBuyers = part === 'buyer'
        const address = files[path]
        return (
          <li key={id} className="min-w-0">
            {!address && <p className="text-soft">{i18n.t('It can’t be shown now.')}</p>}
            {address && type.startsWith('image/') && (
              <a href={address} target="_blank" rel="noreferrer">
                <img
                  src={address}
                  alt={
                    isBuyers
                      ? i18n.t('Evidence {number}, from the buyer', { number })
                      : i18n.t('Evidence {number}, from the vendor', { number })
                  }
                  loading="lazy"
                  className="aspect-square w-full rounded-field border border-grain object-cover"
                />
              </a>
            )}
            {address && type.startsWith('video/') && (
              // biome-ignore lint/a11y/useMediaCaption: a buyer's film has no transcript.
              <video
                src={address}
                controls
                preload="metadata"
                aria-label={
                  isBuyers
                    ? i18n.t('Evidence {number}, a film from the buyer', { number })
                    : i18n.t('Evidence {number}, a film from the vendor', { number })
                }
                className="aspect-square w-full rounded-field border border-grain bg-ink"
              />
            )}
            <p className="mt-1 text-14 text-soft">{isBuyers ? i18n.t('From the buyer') : i18n.t('From the vendor')}</p>
          </li>
        )
      })}
    </ul>
  )
}

/** Evidence is stored as it was taken, unless it is too large to be stored at all. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** File field for pictures and films, including from the phone's camera. */
export function EvidenceField({ error, required }: { error?: TranslatableText | undefined; required?: boolean }) {
  const { i18n } = useLingui()
  return (
    <UploadField
      label={i18n.t('Pictures or a short film')}
      hint={i18n.t(
        'Up to 4: pictures of at most 5 MB, films of at most 8 MB. Only you, the other side and our staff see them.',
      )}
      name="evidence"
      bucket="evidence"
      choose={i18n.t('Choose pictures or a film')}
      accept="image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm"
      most={MAX_EVIDENCE}
      shrinkAboveBytes={MAX_PICTURE_BYTES}
      error={error}
      required={required}
    />
  )
}
