import type { PageTexts } from './page-texts.ts'

export const FRENCH_PAGES: PageTexts = {
  about: `
<p>{name} informe tous les publics&nbsp;: ce qui s’est passé, pourquoi c’est important et comment nous le savons. Le site est gratuit et
se lit sans compte.</p>
<p>Mis à jour le {today}</p>
<h2>Ce que vous lisez ici</h2>
<ul>
<li><strong>Nos articles</strong> sont écrits par notre rédaction et nomment leurs auteurs.</li>
<li><strong>Les articles d’autres éditeurs</strong> nomment leur source et renvoient au texte complet.</li>
<li><strong>Les publicités et articles sponsorisés</strong> sont signalés. Les annonceurs n’ont aucune influence sur nos articles.</li>
</ul>
<h2>Erreurs</h2>
<p>Nous corrigeons nos erreurs ouvertement, dans l’article et sur la page des <a href="/corrections">rectificatifs</a>. Signalez-les
à {newsroom}.</p>
<h2>Contact</h2>
<p>Informations et sujets&nbsp;: {newsroom}. Pour le reste&nbsp;: {general}.</p>`,
  contact: `
<p>Chaque message adressé à {name} est lu par une personne.</p>
<p>Mis à jour le {today}</p>
<h2>La rédaction</h2>
<p>Sujets, informations, images, courrier et rectificatifs&nbsp;: {newsroom}. L’e-mail n’est pas un moyen sûr pour ce qui est
confidentiel&nbsp;; demandez-nous d’abord un meilleur moyen.</p>
<h2>Questions générales</h2>
<p>Site, newsletter, publicité et reproduction&nbsp;: {general}.</p>
<h2>Vie privée et droit</h2>
<p>Accès à vos données, rectification et suppression&nbsp;: {privacy}. Questions juridiques&nbsp;: {legal}.</p>`,
  'privacy-policy': `
<p>Cette page dit quelles données {name} traite lorsque vous lisez le site, vous abonnez à la newsletter ou nous écrivez.</p>
<p>Mis à jour le {today}</p>
<h2>Les données que nous traitons</h2>
<ul>
<li><strong>À la lecture&nbsp;:</strong> nos serveurs reçoivent votre adresse IP, l’adresse de la page et ce qu’indique votre navigateur. Nous
comptons les lectures sans cookies et sans vous reconnaître un autre jour.</li>
<li><strong>Liste de lecture et «&nbsp;Suivis&nbsp;»&nbsp;:</strong> ils restent dans votre navigateur. Vos suivis ne sont transmis que pour trouver les
articles et ne sont pas conservés.</li>
<li><strong>Newsletter&nbsp;:</strong> nous conservons votre adresse, votre nom si vous le donnez et le jour de l’abonnement.</li>
<li><strong>Messages&nbsp;:</strong> nous les conservons le temps nécessaire.</li>
</ul>
<h2>Pourquoi</h2>
<p>La newsletter est envoyée avec votre accord, que vous pouvez retirer à tout moment. Le reste repose sur notre intérêt légitime à
exploiter un site d’information sûr et fiable, ou sur la loi. Nous ne vendons aucune donnée.</p>
<h2>Publicité et cookies</h2>
<p>La lecture ne demande aucun cookie. Les publicités d’autres entreprises ne sont chargées qu’avec votre accord&nbsp;; vous pouvez changer
d’avis au bas de chaque page.</p>
<h2>Vos droits</h2>
<p>Vous pouvez demander l’accès à vos données, leur rectification, leur suppression ou leur transfert, et vous opposer à leur traitement&nbsp;:
écrivez à {privacy}. Vous pouvez aussi saisir l’autorité de protection des données de votre pays.</p>`,
  'terms-of-service': `
<p>Ces conditions s’appliquent lorsque vous lisez ou utilisez {name}.</p>
<p>Mis à jour le {today}</p>
<h2>Ce qui est permis</h2>
<p>Vous pouvez lire, enregistrer, imprimer et partager nos articles pour votre usage, créer des liens vers toute page et citer de courts
passages en nommant la source. Pour le reste, écrivez à {general}.</p>
<h2>Ce qui ne l’est pas</h2>
<p>Sont interdits la reproduction ou la vente sans autorisation, la copie automatique en masse, les perturbations du site, tout usage illégal et
les abonnements avec l’adresse d’autrui.</p>
<h2>Droits et exactitude</h2>
<p>Nos textes et images nous appartiennent ou nous ont été concédés. Nous travaillons avec soin, mais nos articles ne remplacent pas un
conseil juridique, médical ou financier. Pour signaler une atteinte à vos droits&nbsp;: {legal}.</p>
<h2>Responsabilité</h2>
<p>Nous ne pouvons pas garantir que le site soit toujours disponible et sans défaut. Vos droits légaux, notamment ceux des consommateurs,
restent intacts.</p>`,
  accessibility: `
<p>{name} doit être accessible à tous. Nous visons le niveau AA des règles WCAG 2.2.</p>
<p>Mis à jour le {today}</p>
<h2>Ce qui est possible</h2>
<ul>
<li>Tout utiliser au clavier seul et avec un lecteur d’écran.</li>
<li>Agrandir le texte à 200&nbsp;% et la page à 400&nbsp;%, et choisir les couleurs et la taille du texte au bas de chaque page.</li>
<li>Lire chaque article sans JavaScript, et l’imprimer.</li>
</ul>
<h2>Ce qui peut manquer</h2>
<p>Des images d’autres éditeurs n’ont pas de description, et des enregistrements n’ont ni sous-titres ni transcription.</p>
<h2>Signaler un problème</h2>
<p>Écrivez à {general} en indiquant la page concernée et la technologie que vous utilisez.</p>`,
}
