import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { TextField } from '#web/ui/text-field.tsx'

/** A referral link to copy or to send; without scripts it can still be selected and sent. */
export function ShareLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false)
  const hydrated = useHydrated()
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <div className="grid gap-3">
      <TextField name="link" label="Your share link" value={link} readOnly onFocus={(event) => event.target.select()} />
      <div className="flex flex-wrap items-center gap-3">
        {hydrated && (
          <Button type="button" onClick={() => void copy().catch(() => setCopied(false))}>
            Copy link
          </Button>
        )}
        <a
          className="button button-plain button-medium"
          href={`https://wa.me/?text=${encodeURIComponent(`Buy food together and pay less: ${link}`)}`}
          rel="noopener noreferrer"
          target="_blank"
        >
          Share on WhatsApp
        </a>
        <span role="status">{copied && 'Copied.'}</span>
      </div>
    </div>
  )
}
