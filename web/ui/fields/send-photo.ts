const ATTEMPTS = 4
/** Time without progress after which an upload counts as cut off. */
const STALL_TIMEOUT_MS = 30_000

type UploadResult = { address: string } | { fault: string } | 'cut-off'

/**
 * Uploads a photo to `/pictures` with up to `ATTEMPTS` attempts; the server stores it once. Calls `onProgress` with the
 * share that is sent, from 0 to 1. Uses XMLHttpRequest, because fetch does not report upload progress.
 */
export async function sendPhoto(file: File, onProgress: (share: number) => void): Promise<UploadResult> {
  for (let attempt = 1; ; attempt += 1) {
    const sent = await sendOnce(file, onProgress)
    if (sent !== 'cut-off' || attempt === ATTEMPTS) return sent
    onProgress(0)
    await waitForNetwork(1_000 * 3 ** (attempt - 1))
  }
}

function sendOnce(file: File, onProgress: (share: number) => void): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.append('photo_file', file)
    let timer = setTimeout(() => request.abort(), STALL_TIMEOUT_MS)
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), STALL_TIMEOUT_MS)
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => {
      clearTimeout(timer)
      resolve(parseUploadResponse(request))
    }
    request.open('POST', '/pictures')
    request.send(form)
  })
}

/** A response that is not from the application, or a 5xx, counts as cut off and is retried. */
function parseUploadResponse({ status, responseText }: XMLHttpRequest): UploadResult {
  try {
    const body: unknown = JSON.parse(responseText)
    if (typeof body !== 'object' || body === null) return 'cut-off'
    if (status === 200 && 'address' in body) return { address: String(body.address) }
    if (status < 500 && 'fault' in body) return { fault: String(body.fault) }
    return 'cut-off'
  } catch {
    return 'cut-off'
  }
}

/** Resolves after `ms`, or as soon as the device is online again. */
function waitForNetwork(ms: number): Promise<void> {
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
