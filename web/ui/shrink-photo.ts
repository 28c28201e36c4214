const LONGEST_SIDE = 1600
const SMALL_ENOUGH_BYTES = 700_000

/** A phone's photo has more pixels than anybody needs here, and more bytes than a form may have. What cannot be read stays as it is. */
export async function shrinkPhoto(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? []
  if (!file || file.size <= SMALL_ENOUGH_BYTES) return
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    if (!blob || blob.size >= file.size) return
    const chosen = new DataTransfer()
    chosen.items.add(new File([blob], 'photo.jpg', { type: 'image/jpeg' }))
    input.files = chosen.files
  } catch {
    // The form says what was refused.
  }
}
