const TRIES = 4
/** Without a byte for so long, a line counts as cut. */
const QUIET_MS = 30_000

type Sent = { address: string } | { fault: string } | 'cut-off'

/**
 * Sends a photograph to `/pictures`, again and again on a bad line: the server keeps it once. `onProgress` hears of the share
 * that is sent, from 0 to 1. XMLHttpRequest, because fetch does not tell how much of a body has left.
 */
export async function sendPhoto(file: File, onProgress: (share: number) => void): Promise<Sent> {
  for (let tries = 1; ; tries += 1) {
    const sent = await sendOnce(file, onProgress)
    if (sent !== 'cut-off' || tries === TRIES) return sent
    onProgress(0)
    await untilBetter(1_000 * 3 ** (tries - 1))
  }
}

function sendOnce(file: File, onProgress: (share: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('photo_file', file)
    let timer = setTimeout(() => request.abort(), QUIET_MS)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), QUIET_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => {
      clearTimeout(timer)
      resolve(answerOf(request))
    }
    request.open('POST', '/pictures')
    request.send(form)
  })
}

/** What no server of ours has said, or says of a moment of its own, counts as a cut line. */
function answerOf({ status, responseText }: XMLHttpRequest): Sent {
  try {
    const answer: unknown = JSON.parse(responseText)
    if (typeof answer !== 'object' || answer === null) return 'cut-off'
    if (status === 200 && 'address' in answer) return { address: String(answer.address) }
    if (status < 500 && 'fault' in answer) return { fault: String(answer.fault) }
    return 'cut-off'
  } catch {
    return 'cut-off'
  }
}

/** A while, or until the phone is on a network again. */
function untilBetter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go, { once: true })
    function go() {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
  })
}
