import { foldWords } from './consent-words.ts'

/** `status` and `optIn`: who is subscribed; the latter also as a date. `left`: who has left. */
export type ImportField =
  | 'email'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'status'
  | 'optIn'
  | 'left'
  | 'subscribedAt'
  | 'unused'

const list = (text: string) => text.split(',').map((heading) => heading.trim())

/**
 * Headings in exports of Masthead, Mailchimp (in seven languages), Ghost, Substack, Buttondown, Brevo, MailPoet,
 * MailerLite, Listmonk, HubSpot, Salesforce and Shopify, as folded words. The first match of an address is used.
 */
const HEADINGS: Record<ImportField, readonly string[]> = {
  email: list(`email, e mail, email address, e mail address, mail, mail address, subscriber, subscriber email,
    primary email, emailadresse, e mailadresse, e mail adresse, email adresse, mailadresse, adresse e mail,
    adresse email, adresse mail, adresse electronique, courriel, correo, correo electronico,
    direccion de correo electronico, direccion de email, direccion email, indirizzo email, indirizzo e mail,
    indirizzo di posta elettronica, emailadres, e mailadres, e mail adres, endereco de email, endereco de e mail,
    endereco email, email id, subscriber email address`),
  name: list(`name, full name, fullname, name full, first and last name, display name, nom, nom complet, nombre, nombre completo, nome, nome completo,
    naam, volledige naam, vollstandiger name, name vorname, vorname nachname, nom prenom, nom et prenom, prenom nom,
    nombre y apellidos, nome e cognome`),
  firstName:
    list(`first name, firstname, fname, given name, forename, vorname, prenom, primer nombre, voornaam,
    primeiro nome`),
  lastName:
    list(`last name, lastname, lname, surname, family name, nachname, familienname, nom de famille, apellido,
    apellidos, cognome, achternaam, sobrenome, apelido, ultimo nome`),
  status: list(`status, subscription status, subscriber status, email status, email subscription status,
    global status, list status, member status, email marketing status, marketing contact status, type,
    subscriber type, anmeldestatus, abonnementstatus, abonnementsstatus, abonnement status, statut,
    statut d abonnement, statut de l abonnement, estado de suscripcion, estado de la suscripcion, stato iscrizione,
    stato dell iscrizione, inschrijfstatus, status da inscricao, estado da subscricao`),
  optIn:
    list(`subscribed, is subscribed, subscribed to emails, email subscribed, is active, opt in, optin, opted in,
    opted in at, opt in date, optin date, double opt in, double optin, email opt in, email optin, confirmed,
    is confirmed, confirmed at, confirmation time, confirmation date, accepts marketing, accepts email marketing,
    newsletter subscribed, newsletter opt in, abonniert, angemeldet, abonne, inscrit, suscrito, iscritto,
    geabonneerd, ingeschreven, inscrito`),
  left: list(`unsubscribed, is unsubscribed, unsubscribed at, unsubscribed on, unsubscribed date, unsubscribe date,
    date unsubscribed, unsubscribe reason, unsubscription date, unsubscription reason, unsub time, unsub reason,
    unsub reason other, unsub campaign title, unsub campaign id, clean time, clean campaign title, clean campaign id,
    cleaned at, deleted, deleted at, left at, opt out, optout, opted out, opt out date, opted out at, email opt out,
    email optout, has opted out of email, person has opted out of email, opted out of email,
    unsubscribed from all email, unsubscribed from all emails, portal unsubscribe, portal bounce, portal spam report,
    global bounce, email disabled, emails disabled, is disabled, blocked, is blocked, blocklisted, blacklisted,
    is blocklisted, is blacklisted, email blocklisted, email blacklisted, blocklist, blacklist, bounced, is bounced,
    bounced at, bounce date, hard bounced, complained, complained at, complaint date, spam complaint, marked as spam,
    suppressed, is suppressed, do not email, do not mail, do not contact, abgemeldet, abgemeldet am, abmeldedatum,
    abbestellt, desabonne, desabonne le, date de desabonnement, desinscrit, date de desinscription, dado de baja,
    fecha de baja, disiscritto, data disiscrizione, data di disiscrizione, uitgeschreven, uitgeschreven op,
    uitschrijfdatum, afgemeld, afgemeld op, descadastrado, data de cancelamento da inscricao`),
  subscribedAt:
    list(`confirm time, subscribed date, subscribed at, subscribed on, subscribe date, subscription date,
    date subscribed, optin time, opt in time, signup date, sign up date, signed up at, joined, joined at, date joined,
    join date, registration date, anmeldedatum, angemeldet am, date d inscription, date d abonnement,
    fecha de suscripcion, fecha de alta, data iscrizione, data di iscrizione, inschrijfdatum, aanmelddatum,
    data de inscricao, added time, added at, date added, created, created at, created time, created date, create date,
    creation date, date created, erstellt am, angelegt am, date de creation, fecha de creacion, data di creazione,
    aangemaakt op, data de criacao, start date`),
  /** Says nothing about consent, although the words or values look like it. */
  unused:
    list(`member rating, optin ip, confirm ip, email type, latitude, longitude, gmtoff, dstoff, timezone, cc,
    region, last changed, leid, euid, id, uuid, user id, contact id, customer id, subscriber id, active subscription,
    expiry, plan, first payment at, complimentary plan, tiers, stripe customer id, accepts sms marketing, sms,
    whatsapp, landline number, tax exempt, total spent, total orders, sent, opens, opened, clicks, clicked,
    updated at, modified at, modified time, confirmed ip, subscribed ip, company, organisation, organization, address,
    street, city, postcode, zip, zip code, state, country, location, phone, phone number, mobile, website, birthday,
    gender, language, locale, job title, firma, adresse, strasse, stadt, ort, plz, land, telefon, ville, pays, ciudad,
    pais, citta, paese, plaats, cidade`),
}

const FIELDS = new Map(
  (Object.keys(HEADINGS) as ImportField[]).flatMap((field) =>
    HEADINGS[field].map((heading) => [heading, field] as const),
  ),
)

/** The meaning of a column's heading; undefined if it is unknown. */
export function fieldOf(heading: string): ImportField | undefined {
  return FIELDS.get(foldWords(heading))
}

/** The precedence of a heading among those of one field. */
export function rankOf(heading: string, field: ImportField): number {
  return HEADINGS[field].indexOf(foldWords(heading))
}
