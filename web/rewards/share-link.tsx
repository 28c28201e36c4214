import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'

/** A referral link to copy or share. Without scripts it can still be selected. */
export function ShareLink({ link }: { link: string }) {
  const { i18n } = useLingui()
  const [copied, setCopied] = useState(false)
  const hydrated = useHydrated()
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <div className="grid gap-3">
      <TextField
        name="link"
        label={i18n.t('Your share link')}
        value={link}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap items-center gap-3">
        {hydrated && (
          <Button type="button" onClick={() => void copy().catch(() => setCopied(false))}>
            {i18n.t('Copy link')}
          </Button>
        )}
        <a
          className="button button-plain button-medium"
          href={`https://wa.me/?text=${encodeURIComponent(i18n.t('Buy food together and pay less: {link}', { link }))}`}
          rel="noopener noreferrer"
          target="_blank"
        >
          {i18n.t('Share on WhatsApp')}
        </a>
        <span role="status">{copied && i18n.t('Copied.')}</span>
      </div>
    </div>
  )
}
