/** In pixels. */
const MAX_SIDE = 1600
/** Smaller files are not resized. */
const RESIZE_ABOVE_BYTES = 700_000

/** Replaces the input's chosen photo with a resized one. */
export async function shrinkPhoto(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? []
  if (!file) return
  const small = await shrinkFile(file)
  if (small !== file) setInputFiles(input, [small])
}

/**
 * Resizes a photo and converts it to JPEG, to stay below the upload limit. Returns an unreadable file unchanged: the
 * server rejects it.
 */
export async function shrinkFile(file: File): Promise<File> {
  if (file.size <= RESIZE_ABOVE_BYTES) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    if (!blob || blob.size >= file.size) return file
    return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
  } catch {
    return file
  }
}

/** Replaces the input's chosen files. */
export function setInputFiles(input: HTMLInputElement, files: readonly File[]): void {
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  input.files = chosen.files
}
