import type { PageTexts } from './page-texts.ts'

export const SPANISH_PAGES: PageTexts = {
  about: `
<p>{name} informa a todo el público: qué ha pasado, por qué importa y cómo lo sabemos. El sitio es gratuito y se lee sin cuenta.</p>
<p>Actualizado: {today}</p>
<h2>Qué se lee aquí</h2>
<ul>
<li><strong>Nuestros artículos</strong> los escribe nuestra redacción y nombran a sus autores.</li>
<li><strong>Los artículos de otros medios</strong> nombran su fuente y enlazan al texto completo.</li>
<li><strong>Los anuncios y artículos patrocinados</strong> están señalados. Los anunciantes no influyen en lo que publicamos.</li>
</ul>
<h2>Errores</h2>
<p>Corregimos los errores abiertamente, en el artículo y en la página de <a href="/corrections">correcciones</a>. Avise a
{newsroom}.</p>
<h2>Contacto</h2>
<p>Noticias y temas: {newsroom}. Para lo demás: {general}.</p>`,
  contact: `
<p>Una persona lee cada mensaje dirigido a {name}.</p>
<p>Actualizado: {today}</p>
<h2>La redacción</h2>
<p>Temas, pistas, imágenes, cartas y correcciones: {newsroom}. El correo no es un medio seguro para lo confidencial; pídanos antes uno
mejor.</p>
<h2>Consultas generales</h2>
<p>Sitio, boletín, publicidad y reproducción: {general}.</p>
<h2>Privacidad y asuntos legales</h2>
<p>Acceso a sus datos, rectificación y supresión: {privacy}. Asuntos legales: {legal}.</p>`,
  'privacy-policy': `
<p>Esta página dice qué datos trata {name} cuando lee el sitio, se suscribe al boletín o nos escribe.</p>
<p>Actualizado: {today}</p>
<h2>Qué datos tratamos</h2>
<ul>
<li><strong>Al leer:</strong> nuestros servidores reciben su dirección IP, la dirección de la página y lo que indica su navegador. Contamos
las lecturas sin cookies y sin reconocerle otro día.</li>
<li><strong>Lista de lectura y «Siguiendo»:</strong> se quedan en su navegador. Lo que sigue solo se transmite para encontrar los artículos, y no
se guarda.</li>
<li><strong>Boletín:</strong> guardamos su dirección, su nombre si lo indica y el día de la suscripción.</li>
<li><strong>Mensajes:</strong> los guardamos mientras el asunto lo requiera.</li>
</ul>
<h2>Por qué</h2>
<p>El boletín se envía con su consentimiento, que puede retirar cuando quiera. Lo demás se basa en nuestro interés legítimo en mantener un
sitio de noticias seguro y fiable, o en la ley. No vendemos datos.</p>
<h2>Publicidad y cookies</h2>
<p>Leer no requiere cookies. Los anuncios de otras empresas solo se cargan con su consentimiento; puede cambiar de opinión al pie de cada
página.</p>
<h2>Sus derechos</h2>
<p>Puede pedir acceso, rectificación, supresión o traslado de sus datos y oponerse a su tratamiento: escriba a {privacy}. También puede
reclamar ante la autoridad de protección de datos de su país.</p>`,
  'terms-of-service': `
<p>Estas condiciones se aplican cuando lee o usa {name}.</p>
<p>Actualizado: {today}</p>
<h2>Qué está permitido</h2>
<p>Puede leer, guardar, imprimir y compartir nuestros artículos para su uso, enlazar a cualquier página y citar pasajes breves nombrando la
fuente. Para lo demás, escriba a {general}.</p>
<h2>Qué no está permitido</h2>
<p>No se permite reproducir ni vender sin autorización, copiar en masa por medios automáticos, perturbar el sitio, usarlo ilegalmente ni
suscribir direcciones ajenas.</p>
<h2>Derechos y exactitud</h2>
<p>Nuestros textos e imágenes son nuestros o de quienes nos los han cedido. Trabajamos con cuidado, pero los artículos no sustituyen el consejo
legal, médico o financiero. Si cree que se vulneran sus derechos, escriba a {legal}.</p>
<h2>Responsabilidad</h2>
<p>No podemos prometer que el sitio esté siempre disponible y sin fallos. Sus derechos legales, en especial los de consumidor, no se ven
afectados.</p>`,
  accessibility: `
<p>{name} debe ser accesible para todos. Aspiramos al nivel AA de las pautas WCAG 2.2.</p>
<p>Actualizado: {today}</p>
<h2>Qué es posible</h2>
<ul>
<li>Usarlo todo solo con el teclado y con lectores de pantalla.</li>
<li>Ampliar el texto al 200&nbsp;% y la página al 400&nbsp;%, y elegir los colores y el tamaño del texto al pie de cada página.</li>
<li>Leer cada artículo sin JavaScript, e imprimirlo.</li>
</ul>
<h2>Qué puede faltar</h2>
<p>Algunas imágenes de otros medios no tienen descripción, y algunas grabaciones no tienen subtítulos ni transcripción.</p>
<h2>Avisar de un problema</h2>
<p>Escriba a {general} e indique la página y la tecnología que usa.</p>`,
}
