import type { PageTexts } from './page-texts.ts'

export const GERMAN_PAGES: PageTexts = {
  about: `
<p>{name} berichtet für alle: was geschehen ist, warum es wichtig ist und woher wir es wissen. Die Website ist kostenlos und
ohne Konto zu lesen.</p>
<p>Stand: {today}</p>
<h2>Was Sie hier lesen</h2>
<ul>
<li><strong>Eigene Artikel</strong> schreibt unsere Redaktion. Sie nennen ihre Autorinnen und Autoren.</li>
<li><strong>Artikel anderer Medien</strong> nennen ihre Quelle und verweisen auf den vollständigen Text.</li>
<li><strong>Anzeigen und bezahlte Artikel</strong> sind gekennzeichnet. Werbekunden haben keinen Einfluss auf unsere Berichte.</li>
</ul>
<h2>Fehler</h2>
<p>Fehler berichtigen wir offen: im Artikel mit Datum und auf der Seite <a href="/corrections">Korrekturen</a>. Hinweise
bitte an {newsroom}.</p>
<h2>Kontakt</h2>
<p>Hinweise und Themen an {newsroom}, alles andere an {general}.</p>`,
  contact: `
<p>Jede Nachricht an {name} wird von einem Menschen gelesen.</p>
<p>Stand: {today}</p>
<h2>Redaktion</h2>
<p>Themen, Hinweise, Bilder, Leserbriefe und Korrekturen: {newsroom}. E-Mail ist kein sicherer Weg für Vertrauliches; fragen
Sie uns vorher nach einem besseren.</p>
<h2>Allgemeines</h2>
<p>Website, Newsletter, Anzeigen und Nachdruck: {general}.</p>
<h2>Datenschutz und Recht</h2>
<p>Auskunft, Berichtigung und Löschung Ihrer Daten: {privacy}. Rechtliches: {legal}.</p>`,
  'privacy-policy': `
<p>Diese Erklärung sagt, welche Daten {name} verarbeitet, wenn Sie die Website lesen, den Newsletter abonnieren oder uns schreiben.</p>
<p>Stand: {today}</p>
<h2>Welche Daten wir verarbeiten</h2>
<ul>
<li><strong>Beim Lesen:</strong> Unsere Server erhalten Ihre IP-Adresse, die Adresse der Seite und die Angaben Ihres Browsers. Wir zählen
Aufrufe ohne Cookies und ohne Sie an einem anderen Tag wiederzuerkennen.</li>
<li><strong>Leseliste und „Ihre Themen“:</strong> Sie bleiben in Ihrem Browser. Ihre Auswahl wird nur übertragen, um die
Artikel zu finden, und nicht gespeichert.</li>
<li><strong>Newsletter:</strong> Wir speichern Ihre E-Mail-Adresse, Ihren Namen, wenn Sie ihn angeben, und den Tag der Anmeldung.</li>
<li><strong>Nachrichten:</strong> Wir speichern sie, solange die Sache es erfordert.</li>
</ul>
<h2>Warum wir das dürfen</h2>
<p>Den Newsletter senden wir mit Ihrer Einwilligung, die Sie jederzeit widerrufen können. Alles andere beruht auf unserem
berechtigten Interesse an einer sicheren, zuverlässigen Nachrichtenseite oder auf gesetzlichen Pflichten. Wir verkaufen
keine Daten.</p>
<h2>Werbung und Cookies</h2>
<p>Das Lesen erfordert keine Cookies. Werbung anderer Unternehmen wird nur mit Ihrer Zustimmung geladen; die Auswahl können Sie
am Ende jeder Seite ändern.</p>
<h2>Ihre Rechte</h2>
<p>Sie können Auskunft, Berichtigung, Löschung und Übertragung Ihrer Daten verlangen und der Verarbeitung widersprechen. Schreiben
Sie an {privacy}. Sie können sich auch bei der Datenschutzbehörde Ihres Landes beschweren.</p>`,
  'terms-of-service': `
<p>Diese Bedingungen gelten, wenn Sie {name} lesen oder nutzen.</p>
<p>Stand: {today}</p>
<h2>Was erlaubt ist</h2>
<p>Sie dürfen unsere Artikel für sich lesen, speichern, ausdrucken und teilen, auf jede Seite verlinken und kurze Stellen mit
Quellenangabe zitieren. Für alles Weitere fragen Sie {general}.</p>
<h2>Was nicht erlaubt ist</h2>
<p>Nicht erlaubt sind Nachdruck und Verkauf ohne Genehmigung, massenhaftes automatisches Kopieren, Störungen der Website, rechtswidrige
Nutzung und Anmeldungen mit fremden E-Mail-Adressen.</p>
<h2>Rechte und Richtigkeit</h2>
<p>Unsere Texte und Bilder gehören uns oder denen, die sie uns überlassen haben. Wir arbeiten sorgfältig; Artikel ersetzen aber
keinen rechtlichen, medizinischen oder finanziellen Rat. Wer seine Rechte verletzt sieht, schreibt an {legal}.</p>
<h2>Haftung</h2>
<p>Wir können nicht versprechen, dass die Website immer erreichbar und fehlerfrei ist. Gesetzliche Rechte, vor allem die von
Verbraucherinnen und Verbrauchern, bleiben unberührt.</p>`,
  accessibility: `
<p>{name} soll für alle zugänglich sein. Wir streben die Stufe AA der Richtlinien WCAG 2.2 an.</p>
<p>Stand: {today}</p>
<h2>Was möglich ist</h2>
<ul>
<li>Alles ist mit der Tastatur allein und mit Screenreadern nutzbar.</li>
<li>Text lässt sich auf 200&nbsp;%, die ganze Seite auf 400&nbsp;% vergrößern. Farben und Schriftgröße lassen sich am Ende jeder Seite wählen.</li>
<li>Jeder Artikel ist ohne JavaScript lesbar und lässt sich drucken.</li>
</ul>
<h2>Was fehlen kann</h2>
<p>Bildern anderer Medien fehlt manchmal eine Beschreibung, manchen Aufnahmen fehlen Untertitel oder ein Transkript.</p>
<h2>Problem melden</h2>
<p>Schreiben Sie an {general}, welche Seite betroffen ist und welche Technik Sie nutzen.</p>`,
}
