/** Lower case without accents, with single spaces between words; splits camelCase. */
export function foldWords(text: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const words = (text: string) => new Set(text.split(',').map((word) => word.trim()))

/** Answers in the languages of Mailchimp's exports and Excel's truth values. */
const YES = words('true,yes,y,1,on,wahr,ja,j,vrai,oui,verdadero,si,vero,waar,verdadeiro,sim')
const NO = words('false,no,n,0,off,falsch,nein,faux,non,falso,onwaar,nee,nao')

const ACTIVE =
  words(`active, subscribed, confirmed, enabled, opted in, double opt in, regular, premium, gifted,
  aktiv, abonniert, angemeldet, bestatigt, actif, abonne, inscrit, confirme, activo, suscrito, confirmado, attivo,
  iscritto, confermato, actief, geabonneerd, ingeschreven, aangemeld, bevestigd, ativo, inscrito`)
const INACTIVE =
  words(`inactive, unsubscribed, not subscribed, non subscribed, unconfirmed, not confirmed, pending,
  unactivated, disabled, blocked, blocklisted, blacklisted, bounced, hard bounced, soft bounced, cleaned, complained,
  never, unsub, spam, spammy, junk, malicious, undeliverable, suppressed, archived, deleted, removed, opted out, opt out,
  non marketing contact, nie, niemals, jamais, nunca, nooit, inaktiv, abgemeldet, abbestellt, unbestatigt, gesperrt, inactif, desabonne, desinscrit,
  non abonne, non confirme, inactivo, dado de baja, no suscrito, no confirmado, inattivo, disiscritto, non iscritto,
  non confermato, inactief, uitgeschreven, afgemeld, niet ingeschreven, inativo, descadastrado, nao inscrito`)

/** Exact words that are a status in any column. */
const STATUS = ACTIVE.union(INACTIVE)
const MARKS = YES.union(NO).union(words('x,t,f'))

/** Parts of words about consent, in folded text. */
const CONSENT =
  /subscri|unsub|\bopt\b|opt(?:ed|s)? ?(?:in|out)|frequen|communicat|kommunikation|comunica|contact channel|kontaktkanal|canal (?:de|di) conta|\bwants?\b|\bupdates\b|off the list|plus recevoir|quiere recibir|vuole ricevere|quer receber|\bgeen (?:e ?)?mails?\b|beschwer|plainte|consent|permission|permit|marketing|newsletter|mailing|mailable|contactable|\bdo ?not|\bdon ?t\b|\bno (?:e ?)?mails?\b|gdpr|dsgvo|rgpd|\bavg\b|\blgpd\b|privacy|legal basis|legitimate|pr(?:e|a)feren|contact (?:by|via|method|me|ok)|kontakt(?:art|weg|wunsch)|black ?list|block ?list|blocked|suppress|bounce|complain|\bspam|stat(?:us|ut)|\bstato\b|\bactive\b|enabled|disabled|confirm|verif|agree|accept|allow|refus|reject|declin|object(?:ed|ion)|withdr|revo[ck]|exclu|remove|\bstop\b|cancel|\bleft\b|abonn|ab(?:ge)?meld|an(?:ge)?meldung|abbestell|einwillig|zu(?:ge)?stimm|erlaubnis|freigabe|werbung|wider(?:ruf|sp)|sperr|gesperrt|\bkeine?n?\b|verteiler|rundbrief|kundig|desinscri|inscri|infolettre|lettre d info|autoris|\brefus|ne pas|publicit|publicidad|pubblicit|suscri|\bbaja\b|boletin|boletim|autoriz|aceit|acepta|rechaz|no enviar|nao enviar|non inviare|iscri|consens|accett|rifiut|cancell|geschreven|schrijv|meld(?:en|ing)? ?(?:af|aan)|(?:af|aan)gemeld|toestemming|nieuwsbrief|reclame|akkoord|cadastr|recus|assinan/

/** Whether a text may say whether somebody wants email. */
export function mentionsConsent(folded: string): boolean {
  return STATUS.has(folded) || CONSENT.test(folded)
}

/** Whether a value means that somebody is not subscribed, whatever its column. */
export function isInactive(folded: string): boolean {
  return INACTIVE.has(folded)
}

/** Whether a value alone is a mark such as "yes", "0" or "x". */
export function isMark(folded: string): boolean {
  return MARKS.has(folded)
}

/** Whether a heading may be about receiving email, if its column does not hold addresses, numbers or dates. */
export function mentionsEmail(folded: string): boolean {
  return /\b(?:e ?)?mails?\b/.test(folded)
}

export type Consent = 'active' | 'inactive' | 'unclear'

/** Reads the value of a column that says who is subscribed. Blank values are unclear. */
export function readConsent(value: string): Consent {
  const folded = foldWords(value)
  if (YES.has(folded) || ACTIVE.has(folded)) return 'active'
  return NO.has(folded) || INACTIVE.has(folded) ? 'inactive' : 'unclear'
}

const NOTHING = /^(?:[-–—]|null|\\N|0000-00-00(?: 00:00:00)?)?$/i

/** Reads the value of a column that says who has left, as a flag, a date or a reason. */
export function hasLeft(value: string): boolean {
  return !NOTHING.test(value.trim()) && !NO.has(foldWords(value))
}
