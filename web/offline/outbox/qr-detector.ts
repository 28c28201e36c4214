interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface OwnDetector {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** The browser's BarcodeDetector if it reads QR codes; otherwise a library loaded on demand (decision 0041). */
export async function openDetector(): Promise<Detector> {
  const own = (globalThis as { BarcodeDetector?: OwnDetector }).BarcodeDetector
  if (own && (await own.getSupportedFormats().catch((): string[] => [])).includes('qr_code'))
    return new own({ formats: ['qr_code'] })
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}
