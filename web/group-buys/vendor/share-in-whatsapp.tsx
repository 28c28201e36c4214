import { english } from '#web/languages/i18n.ts'
import { useShell } from '#web/shell.ts'
import { type SharedBuy, shareSentence } from '../overview/share.ts'

/** Link that opens WhatsApp with the state of an open buy: price now, people missing, and its address. */
export function ShareInWhatsApp({ buy, label }: { buy: SharedBuy; label?: string }) {
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(useStateText(buy))}`}
      target="_blank"
      rel="noopener"
      aria-label={label}
      className="inline-flex min-h-11 items-center text-link"
    >
      Share in WhatsApp
    </a>
  )
}

/** The same text to copy, for lists and groups. */
export function ShareText({ buy }: { buy: SharedBuy }) {
  return (
    <section aria-labelledby="share" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="share" className="mb-2 text-22">
        Bring more people
      </h2>
      <label htmlFor="share-text" className="field-label">
        Text to send
      </label>
      <textarea
        id="share-text"
        readOnly
        rows={4}
        value={useStateText(buy)}
        className="control max-w-measure py-2.5 leading-normal"
      />
      <p>
        <ShareInWhatsApp buy={buy} />
      </p>
    </section>
  )
}

function useStateText(buy: SharedBuy): string {
  const { origin } = useShell()
  return `${buy.product_name}: ${shareSentence(buy, { i18n: english })}\n${origin}/group-buys/${buy.id}`
}
