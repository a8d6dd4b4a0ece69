/** A text of a few hundred passages, all unlike. */
export function rules(): string {
  const places = 'garden library bridge market harbor museum station forest river theater school kitchen'.split(' ')
  const things = 'bicycle dog lamp boat ticket book ladder basket umbrella camera'.split(' ')
  return places
    .flatMap((place) =>
      things.map(
        (thing, index) =>
          `The ${place} has a rule for every ${thing}. A visitor of the ${place} leaves the ${thing} at gate ${index + 1} and fetches it before the bell rings. Whoever brings a second ${thing} asks the keeper of the ${place} first, who writes it into the list of the day and says where it may stand until evening. Nobody carries a ${thing} through the ${place} after dark, unless a member of the ${place} goes along and holds a light.`,
      ),
    )
    .join('\n\n')
}
